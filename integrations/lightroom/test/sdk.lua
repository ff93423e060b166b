-- Stand-ins for the calls of Lightroom's SDK that the plug-in uses. Files and programs are real; the catalog is a table.
local sdk = { messages = {}, prefs = {}, photos = {}, writes = 0 }

local modules = {}

modules.LrFileUtils = {
  exists = function(path)
    local file = io.open(path, 'rb')
    if not file then return false end
    local readable = file:read(0) ~= nil or file:seek('end') == 0
    file:close()
    return readable and 'file' or 'directory'
  end,
  readFile = function(path)
    local file = assert(io.open(path, 'rb'))
    local text = file:read('*a')
    file:close()
    return text
  end,
  delete = os.remove,
  chooseUniqueFileName = function() return os.tmpname() end,
}
modules.LrPathUtils = {
  getStandardFilePath = function() return os.getenv('TMPDIR') or '/tmp' end,
  child = function(folder, name) return folder .. '/' .. name end,
}
modules.LrPrefs = { prefsForPlugin = function() return sdk.prefs end }
modules.LrTasks = {
  -- Lua 5.1 gives the status of wait(2), Lightroom the exit code.
  execute = function(line) return math.floor(os.execute(line) / 256) end,
  startAsyncTask = function(task) task() end,
  pcall = pcall,
}
modules.LrDialogs = {
  message = function(title, text, kind) table.insert(sdk.messages, { title = title, text = text, kind = kind }) end,
  attachErrorDialogToFunctionContext = function() end,
}
modules.LrFunctionContext = { callWithContext = function(_, task) task({}) end }
modules.LrProgressScope = function()
  return { isCanceled = function() return false end, setPortionComplete = function() end, done = function() end }
end
modules.LrView = { bind = function(name) return name end }

local catalog = {}
function catalog:getTargetPhotos() return sdk.photos end
function catalog:withWriteAccessDo(_, task)
  sdk.writing = true
  task()
  sdk.writing = false
  sdk.writes = sdk.writes + 1
end
function catalog:createKeyword(word)
  assert(sdk.writing, 'keywords are made in a write access')
  return word
end
modules.LrApplication = { activeCatalog = function() return catalog end }

local FIELDS = { title = true, caption = true }

-- A photo; `knows_alt` is a version of Lightroom with the field for alt text.
function sdk.photo(path, metadata, knows_alt)
  local photo = { path = path, metadata = metadata or {}, keywords = {} }
  local function check(field) assert(FIELDS[field] or (knows_alt and field == 'altTextAccessibility'), 'unknown field ' .. field) end
  function photo:getRawMetadata(field) return assert(field == 'path' and self.path) end
  function photo:getFormattedMetadata(field)
    check(field)
    return self.metadata[field]
  end
  function photo:setRawMetadata(field, value)
    check(field)
    assert(sdk.writing, 'metadata is written in a write access')
    self.metadata[field] = value
  end
  function photo:addKeyword(word) table.insert(self.keywords, word) end
  table.insert(sdk.photos, photo)
  return photo
end

function import(name) return assert(modules[name], 'no stand-in for ' .. name) end
unpack = unpack or table.unpack

return sdk
