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
];
