-- Runs the menu item over the paths given and prints what it did. run.lua FOLDER PROGRAM PATH...
local folder = arg[1]
package.path = folder .. '/nomina.lrplugin/?.lua;' .. folder .. '/test/?.lua'
WIN_ENV, MAC_ENV = false, true
local sdk = require 'sdk'
sdk.prefs.program = arg[2]
for index = 3, #arg do sdk.photo(arg[index], index == 4 and { title = 'Mine' } or {}, index % 2 == 1) end

dofile(folder .. '/nomina.lrplugin/NamePhotos.lua')

for _, message in ipairs(sdk.messages) do print('message', message.kind, message.title, (message.text:gsub('\n', ' / '))) end
for _, photo in ipairs(sdk.photos) do
  local m = photo.metadata
  print('photo', photo.path:match('[^/]+$'), m.title or '-', m.caption or '-', m.altTextAccessibility or '-', #photo.keywords)
end
