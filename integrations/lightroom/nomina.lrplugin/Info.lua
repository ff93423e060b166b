-- Describes the plug-in to Lightroom Classic.
return {
  LrSdkVersion = 10.0,
  LrSdkMinimumVersion = 6.0,
  LrToolkitIdentifier = 'org.nomina.lightroom',
  LrPluginName = 'Nomina',
  LrPluginInfoProvider = 'PluginInfo.lua',
  LrLibraryMenuItems = {
    { title = 'Name Selected Photos...', file = 'NamePhotos.lua', enabledWhen = 'photosSelected' },
  },
  VERSION = { major = 0, minor = 1, revision = 0 },
}
