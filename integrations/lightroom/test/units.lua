-- Reading JSON, quoting and grouping, without Lightroom and without the program. units.lua FOLDER
local folder = arg[1]
package.path = folder .. '/nomina.lrplugin/?.lua;' .. folder .. '/test/?.lua'
require 'sdk'
local Json, Program, Metadata = require 'Json', require 'Program', require 'Metadata'

local read = assert(Json.read('{"a":[1,-2.5e1,true,false,null],"b":"x\\"\\n\\u00e9\\ud83e\\udd8a","c":{}}'))
assert(read.a[1] == 1 and read.a[2] == -25 and read.a[3] == true and read.a[4] == false)
assert(read.b == 'x"\n\195\169\240\159\166\138', read.b)
for _, broken in ipairs { '', '{', '{"a":', '[1,', '"x', '{"a" 1}', '{} x', '"\\u12"', 'nope' } do
  assert(Json.read(broken) == nil, broken)
end
assert(Json.read(('[') .. ('1,'):rep(10000) .. '1]')[10001] == 1)

WIN_ENV = false
assert(Program.quoted("it's $HOME") == "'it'\\''s $HOME'")
WIN_ENV = true
assert(Program.quoted('C:\\a b.jpg') == '"C:\\a b.jpg"')
assert(Program.quoted('C:\\100%.jpg') == nil)
local paths = {}
for index = 1, 300 do paths[index] = ('C:\\photos\\%040d.jpg'):format(index) end
paths[301] = 'C:\\a%b.jpg'
local groups, refused = Program.groups(paths)
local count = 0
for _, group in ipairs(groups) do
  assert(#table.concat(group, '" "') < 7000)
  count = count + #group
end
assert(count == 300 and #groups > 1 and refused[1] == 'C:\\a%b.jpg')
assert(Metadata.title('red-fox') == 'Red fox')

local info = dofile(folder .. '/nomina.lrplugin/Info.lua')
for _, item in ipairs(info.LrLibraryMenuItems) do assert(io.open(folder .. '/nomina.lrplugin/' .. item.file)) end
local sections = dofile(folder .. '/nomina.lrplugin/' .. info.LrPluginInfoProvider).sectionsForTopOfDialog
local widgets = setmetatable({}, { __index = function() return function(_, made) return made end end })
assert(sections(widgets)[1].title == 'Nomina')
print('ok')
