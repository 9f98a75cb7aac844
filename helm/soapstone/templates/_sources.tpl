{{- /*
Where the files of mappings and contracts come from. Each is a dict with
  root, bridge (the entry of `bridges`), kind (mapping or contract), source (its value).
*/ -}}

{{- define "soapstone.source.volumeName" -}}
{{ .kind }}-{{ include "soapstone.part" .bridge.name }}
{{- end -}}

{{- define "soapstone.source.configMapName" -}}
{{ include "soapstone.fullname" .root }}-{{ include "soapstone.source.volumeName" . }}
{{- end -}}

{{- define "soapstone.source.folder" -}}
/etc/soapstone/{{ .kind }}s/{{ include "soapstone.part" .bridge.name }}
{{- end -}}

{{- /* Folder of the mapping, or file of the contract, as the gateway sees it. */ -}}
{{- define "soapstone.source.path" -}}
{{- $folder := include "soapstone.source.folder" . -}}
{{- $inner := default "" .source.path | trimAll "/" -}}
{{- $file := default "" .source.file -}}
{{- list $folder $inner $file | compact | join "/" -}}
{{- end -}}

{{- /* Keys of ConfigMaps have no slashes. */ -}}
{{- define "soapstone.source.key" -}}
{{ . | replace "/" "__" }}
{{- end -}}

{{- define "soapstone.source.volume" -}}
- name: {{ include "soapstone.source.volumeName" . }}
  {{- with .source }}
  {{- if .files }}
  configMap:
    name: {{ include "soapstone.source.configMapName" $ }}
    items:
      {{- range $name, $text := .files }}
      - { key: {{ include "soapstone.source.key" $name | quote }}, path: {{ $name | quote }} }
      {{- end }}
  {{- else if .configMap }}
  configMap:
    {{- toYaml .configMap | nindent 4 }}
  {{- else if .secret }}
  secret:
    secretName: {{ .secret.name }}
    {{- with .secret.items }}
    items:
      {{- toYaml . | nindent 6 }}
    {{- end }}
  {{- else if .volume }}
  {{- toYaml .volume | nindent 2 }}
  {{- else if or .initContainer (dig "copy" false (default dict .image)) }}
  emptyDir: {}
  {{- else if .image }}
  image:
    reference: {{ .image.reference }}
    pullPolicy: {{ default $.root.Values.image.pullPolicy .image.pullPolicy }}
  {{- end }}
  {{- end }}
{{- end -}}

{{- /* The init container of the values, or that of an image by `soapstone pack --base`, which has the mapping and the Node.js of the gateway. */ -}}
{{- define "soapstone.source.copying" -}}
{{- with .source.initContainer }}
{{- toYaml . }}
{{- end }}
{{- with .source.image }}
{{- if .copy }}
image: {{ .reference }}
imagePullPolicy: {{ default $.root.Values.image.pullPolicy .pullPolicy }}
command: [/nodejs/bin/node, -e, "require('node:fs').cpSync('/mapping', '/to', { recursive: true })"]
{{- end }}
{{- end }}
{{- end -}}

{{- /* An init container that copies the files to /to. */ -}}
{{- define "soapstone.source.initContainer" -}}
{{- with include "soapstone.source.copying" . | fromYaml }}
- name: {{ include "soapstone.source.volumeName" $ }}
  {{- toYaml (omit . "name" "volumeMounts" "securityContext") | nindent 2 }}
  securityContext:
    {{- default (include "soapstone.securityContext" $.root | fromYaml) .securityContext | toYaml | nindent 4 }}
  volumeMounts:
    - { name: {{ include "soapstone.source.volumeName" $ }}, mountPath: /to }
    {{- with .volumeMounts }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end }}
{{- end -}}

{{- /* Renders the template named `what` for every source of every bridge. */ -}}
{{- define "soapstone.sources" -}}
{{- $root := .root -}}
{{- $what := .what -}}
{{- range $bridge := $root.Values.bridges }}
{{- range $kind := list "mapping" "contract" }}
{{- with index $bridge $kind }}
{{ include $what (dict "root" $root "bridge" $bridge "kind" $kind "source" .) }}
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "soapstone.source.mount" -}}
- { name: {{ include "soapstone.source.volumeName" . }}, mountPath: {{ include "soapstone.source.folder" . }}, readOnly: true }
{{- end -}}

{{- /* Settings, and the files of values. `annotations`: of each ConfigMap. */ -}}
{{- define "soapstone.configMaps" -}}
{{- $root := .root -}}
{{- $annotations := .annotations -}}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ include "soapstone.fullname" $root }}-settings
  namespace: {{ $root.Release.Namespace }}
  labels:
    {{- include "soapstone.labels" $root | nindent 4 }}
  {{- with include "soapstone.annotations" (dict "root" $root "own" $annotations) }}
  {{- . | nindent 2 }}
  {{- end }}
data:
  soapstone.yaml: |
    {{- include "soapstone.settings" $root | nindent 4 }}
{{- range $bridge := $root.Values.bridges }}
{{- range $kind := list "mapping" "contract" }}
{{- with index $bridge $kind }}
{{- if .files }}
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ include "soapstone.source.configMapName" (dict "root" $root "bridge" $bridge "kind" $kind) }}
  namespace: {{ $root.Release.Namespace }}
  labels:
    {{- include "soapstone.labels" $root | nindent 4 }}
  {{- with include "soapstone.annotations" (dict "root" $root "own" $annotations) }}
  {{- . | nindent 2 }}
  {{- end }}
data:
  {{- range $name, $text := .files }}
  {{ include "soapstone.source.key" $name | quote }}: {{ $text | toJson }}
  {{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end -}}
