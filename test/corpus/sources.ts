// Public repositories with WSDL files, by commit: fetched into .cache/wsdl for `npm run corpus`, never committed.

export interface Source {
  readonly repository: string;
  readonly commit: string;
  /** Folder with the contracts; everything in it that is a WSDL or a schema. */
  readonly folder: string;
}

export const sources: readonly Source[] = [
  { repository: 'hooklift/gowsdl', commit: '2a06cec86c50a61d8b43fae529174ef340bc9c34', folder: 'fixtures' },
  {
    repository: 'WsdlToPhp/PackageGenerator',
    commit: '22d2cecb86e7e3758793b1ebf2d4b213b660f80f',
    folder: 'tests/resources',
  },
  { repository: 'savonrb/wasabi', commit: '2af8ed74f71f2c752d5a77e283d457d58e8763ee', folder: 'spec/fixtures' },
  { repository: 'onvif/specs', commit: 'ae44f9ea1dce807abdd54e6026e498537601d10f', folder: 'wsdl' },
  {
    repository: 'FalkTannhaeuser/python-onvif-zeep',
    commit: 'd549eed77d9dd5fa23100db4090b89817d280d4c',
    folder: 'wsdl',
  },
  { repository: 'tzmfreedom/go-soapforce', commit: 'cccb48a8ea8fc82a6d09e878bb7f5f53b2c10851', folder: '.' },
  // Salesforce enterprise.
  { repository: 'dougdew/Workbench', commit: '7ff7e07c693cb25824dde896f83c3c35a8ab4ccd', folder: '.' },
  // Health insurance of Belgium.
  { repository: 'e-Contract/mycarenet', commit: '1167aa76fdae3609b5b7463d5294e3f151a5ef51', folder: '.' },
  // Tests of SOAP libraries: contracts of many services, some of them wrong on purpose.
  { repository: 'vpulim/node-soap', commit: 'ebf5f12a980c3b12d77667a2b2492208ee20ed6f', folder: 'test' },
  { repository: 'mvantellingen/python-zeep', commit: 'a345e0207db4ed22b811841dbc264c1afb5165ff', folder: 'tests' },
  { repository: 'mulesoft/mule-wsdl-parser', commit: 'f01baef859a68459edb9df02a83a2eaec836a2ce', folder: '.' },
  { repository: 'postmanlabs/wsdl-to-postman', commit: '6703a873fbf608a431eef1b6cd6aad0a5f70bb6a', folder: 'test' },
  { repository: 'scrottie/SOAP-WSDL', commit: '1530ffbe678717e643d919ae9814656b831787c0', folder: '.' },
  { repository: 'DigDes/SoapCore', commit: '89a34e73a947a1e343073b8b6a66f6e6f757e615', folder: '.' },
  // Housing of Russia.
  { repository: 'graycatdeveloper/gisgkh-wsdl-java', commit: '70a75915e582b190fd65e2a93d1e561fd9575e57', folder: '.' },
  // NetSuite, Workday, Exchange, DHL, VAT numbers of the EU, MantisBT; Marketo and others in Talend.
  { repository: 'kokobd/netsuite-wsdl', commit: 'b377bdfba6832556c92dc32dedc4858f5c314ca0', folder: '.' },
  { repository: 'benjaminhansen/workday-wsdl', commit: 'b467779ecde35cacfac5a87976c0567ca8542f7f', folder: '.' },
  { repository: 'jamesiarmes/php-ews', commit: 'eaad3c8d3c40721e2acf0732c1f398829e772c3c', folder: '.' },
  { repository: 'netresearch/dhl-sdk-api-bcs', commit: '6026b435110785ee34a5d7c449389d5f97f35c97', folder: '.' },
  { repository: 'gitterHQ/vies', commit: '59ab7f4f32ba52dbff0aba15819ef861473cbc56', folder: '.' },
  { repository: 'kfalconer/mantisconnect', commit: '023d59bcf2cdecf870efe641e7e07cceebac9b83', folder: '.' },
  { repository: 'Talend/components', commit: '8e0a91e10f3fdfea61329d7b6352bab1c840152b', folder: '.' },
  {
    repository: 'corycowgill/ForceDotCom-Schema-Uploader-for-MySQL',
    commit: '1fc002d2384ade6ffd0502e95dfb689e3cdd7c2c',
    folder: '.',
  },
];
