// Rules of inference: verbs, as data. docs/reference/first-tables.md shows both tables; a test compares them.

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `noun` stands for the words beside the verb, as they are; `nouns` for their plural; `id` for the input that is the id. */
export type PathForm = '/noun' | '/nouns' | '/nouns/{id}' | '/nouns/{id}/content';

export const languages = ['spanish', 'portuguese', 'italian', 'french', 'german', 'dutch', 'polish'] as const;
export type Language = (typeof languages)[number];

/** What verbs of one meaning become. */
export interface VerbRow {
  readonly verbs: readonly string[];
  /** The same in other languages, in ASCII: `loeschen`, `creer`. */
  readonly translations: Readonly<Partial<Record<Language, readonly string[]>>>;
  readonly method: Method;
  /** Path of an operation with an id among its inputs. */
  readonly withId: PathForm;
  /** Path of an operation without one. */
  readonly withoutId: PathForm;
  readonly status?: number;
  /** A list by criteria: one without has a better right to the path. */
  readonly isSearch?: boolean;
  /** It may change a part only: PATCH where another operation has the PUT of that path, as `SaveBook` beside `UpdateBook`. */
  readonly isPartial?: boolean;
}

export const verbRows: readonly VerbRow[] = [
  {
    verbs: split('get read retrieve fetch lookup load inquire obtain show view describe'),
    translations: {
      spanish: split('obtener leer recuperar mostrar'),
      portuguese: split('obter ler recuperar exibir'),
      italian: split('ottenere ottieni leggere leggi recuperare recupera visualizzare visualizza'),
      french: split('obtenir lire recuperer consulter afficher'),
      german: split('abrufen abfragen holen hole lesen lese ermitteln ermittle anzeigen laden lade'),
      dutch: split('ophalen opvragen haal lees lezen toon'),
      polish: split('pobierz odczytaj pokaz zwroc'),
    },
    method: 'GET',
    withId: '/nouns/{id}',
    withoutId: '/noun',
  },
  {
    verbs: split('download'),
    translations: {
      spanish: split('descargar'),
      portuguese: split('baixar'),
      italian: split('scaricare scarica'),
      french: split('telecharger'),
      german: split('herunterladen'),
      dutch: split('downloaden'),
    },
    method: 'GET',
    withId: '/nouns/{id}/content',
    withoutId: '/noun',
  },
  {
    verbs: split('consult'),
    translations: {
      spanish: split('consultar consulta'),
      portuguese: split('consultar'),
      italian: split('consultare'),
    },
    method: 'GET',
    withId: '/nouns/{id}',
    withoutId: '/nouns',
  },
  {
    verbs: split('list enumerate browse'),
    translations: {
      spanish: split('listar'),
      portuguese: split('listar'),
      italian: split('elencare elenca'),
      french: split('lister liste'),
      german: split('auflisten liste'),
      dutch: split('lijst'),
      polish: split('listuj'),
    },
    method: 'GET',
    withId: '/nouns',
    withoutId: '/nouns',
  },
  {
    verbs: split('find search query select'),
    translations: {
      spanish: split('buscar'),
      portuguese: split('buscar pesquisar'),
      italian: split('cercare cerca ricercare'),
      french: split('chercher rechercher trouver'),
      german: split('suchen suche finden finde'),
      dutch: split('zoeken zoek'),
      polish: split('szukaj wyszukaj znajdz'),
    },
    method: 'GET',
    withId: '/nouns',
    withoutId: '/nouns',
    isSearch: true,
  },
  {
    verbs: split('create add insert register new'),
    translations: {
      spanish: split('crear agregar insertar registrar generar solicitar emitir informar'),
      portuguese: split('criar incluir inserir cadastrar gerar registrar adicionar emitir'),
      italian: split('creare crea inserire inserisci aggiungere aggiungi registrare'),
      french: split('creer ajouter inserer'),
      german: split('erstellen erstelle anlegen erfassen erfasse hinzufuegen registrieren'),
      dutch: split('aanmaken maak toevoegen registreer'),
      polish: split('utworz dodaj zarejestruj'),
    },
    method: 'POST',
    withId: '/nouns',
    withoutId: '/nouns',
    status: 201,
  },
  {
    verbs: split('update'),
    translations: {
      spanish: split('actualizar'),
      portuguese: split('atualizar'),
      italian: split('aggiornare aggiorna'),
      german: split('aktualisieren aktualisiere'),
      dutch: split('bijwerken'),
      polish: split('aktualizuj zaktualizuj'),
    },
    method: 'PUT',
    withId: '/nouns/{id}',
    withoutId: '/noun',
    isPartial: true,
  },
  {
    verbs: split('set replace put upsert save store'),
    translations: {
      spanish: split('guardar'),
      portuguese: split('salvar gravar'),
      italian: split('salvare salva'),
      french: split('enregistrer'),
      german: split('speichern speichere'),
      dutch: split('opslaan'),
      polish: split('zapisz'),
    },
    method: 'PUT',
    withId: '/nouns/{id}',
    withoutId: '/noun',
  },
  {
    verbs: split('modify patch change edit alter'),
    translations: {
      spanish: split('modificar cambiar editar'),
      portuguese: split('alterar modificar editar'),
      italian: split('modificare modifica'),
      french: split('modifier'),
      german: split('aendern aendere bearbeiten'),
      dutch: split('wijzigen wijzig'),
      polish: split('zmien edytuj'),
    },
    method: 'PATCH',
    withId: '/nouns/{id}',
    withoutId: '/noun',
  },
  {
    verbs: split('delete remove cancel destroy drop purge'),
    translations: {
      spanish: split('eliminar borrar anular cancelar'),
      portuguese: split('excluir remover apagar cancelar'),
      italian: split('eliminare elimina cancellare cancella annullare annulla rimuovere'),
      french: split('supprimer annuler'),
      german: split('loeschen loesche stornieren storniere entfernen'),
      dutch: split('verwijderen verwijder annuleren annuleer'),
      polish: split('usun anuluj skasuj'),
    },
    method: 'DELETE',
    withId: '/nouns/{id}',
    withoutId: '/noun',
  },
];

function split(text: string): readonly string[] {
  return text.split(' ');
}
