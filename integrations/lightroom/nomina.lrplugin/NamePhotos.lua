-- The menu item: names, captions, alt text and keywords for the selected photos.
local LrApplication = import 'LrApplication'
local LrDialogs = import 'LrDialogs'
local LrFunctionContext = import 'LrFunctionContext'
local LrProgressScope = import 'LrProgressScope'
local LrTasks = import 'LrTasks'

local Metadata = require 'Metadata'
local Program = require 'Program'

local function paths_of(photos)
  local paths, by_path = {}, {}
  for _, photo in ipairs(photos) do
    local path = photo:getRawMetadata('path')
    -- Virtual copies share a file: it is looked at once.
    if not by_path[path] then
      paths[#paths + 1], by_path[path] = path, {}
    end
    table.insert(by_path[path], photo)
  end
  return paths, by_path
end

local function write(catalog, details, by_path)
  local count = 0
  catalog:withWriteAccessDo('Nomina: names and alt text', function()
    for path, found in pairs(details) do
      for _, photo in ipairs(by_path[path] or {}) do
        if Metadata.write(catalog, photo, found) then count = count + 1 end
      end
    end
  end)
  return count
end

local function report(done, failures)
  local lines = {}
  for path, reason in pairs(failures) do lines[#lines + 1] = path .. ': ' .. reason end
  table.sort(lines)
  local title = done .. (done == 1 and ' photo was described.' or ' photos were described.')
  if #lines > 10 then lines = { unpack(lines, 1, 10) }; lines[11] = '...' end
  LrDialogs.message(title, table.concat(lines, '\n'), #lines > 0 and 'warning' or 'info')
end

local function name_photos(context)
  LrDialogs.attachErrorDialogToFunctionContext(context)
  local program, missing = Program.path()
  if not program then return LrDialogs.message('Nomina cannot start', missing, 'critical') end
  local catalog = LrApplication.activeCatalog()
  local paths, by_path = paths_of(catalog:getTargetPhotos())
  local groups, refused = Program.groups(paths)
  local failures, done = {}, 0
  for _, path in ipairs(refused) do failures[path] = 'Its path has characters that Windows cannot pass to a program.' end
  local progress = LrProgressScope { title = 'Naming photos', functionContext = context }
  for index, group in ipairs(groups) do
    if progress:isCanceled() then break end
    progress:setPortionComplete(index - 1, #groups)
    local details, failed = Program.describe(program, group)
    if not details then return LrDialogs.message('Nomina could not look at the photos', failed, 'critical') end
    for path, reason in pairs(failed) do failures[path] = reason end
    done = done + write(catalog, details, by_path)
  end
  progress:done()
  report(done, failures)
end

LrTasks.startAsyncTask(function() LrFunctionContext.callWithContext('nomina', name_photos) end)
