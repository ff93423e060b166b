-- Calls the nomina program. Lightroom gives no output of a program, so that it writes to a file.
local LrFileUtils = import 'LrFileUtils'
local LrPathUtils = import 'LrPathUtils'
local LrPrefs = import 'LrPrefs'
local LrTasks = import 'LrTasks'

local Json = require 'Json'

local Program = {}

-- Command lines have a limit, on Windows of 8,191 characters.
local LONGEST_COMMAND = 7000

local PLACES = { '/usr/local/bin/nomina', '/opt/homebrew/bin/nomina', '/usr/bin/nomina', 'C:\\Program Files\\Nomina\\nomina.exe' }

-- The path from the plug-in's settings, or where installers put the program. Nil and a sentence when there is none.
function Program.path()
  local wanted = LrPrefs.prefsForPlugin().program
  if wanted and wanted ~= '' then
    if LrFileUtils.exists(wanted) == 'file' then return wanted end
    return nil, 'There is no program at ' .. wanted .. '. Choose it in the Plug-in Manager under Nomina.'
  end
  for _, place in ipairs(PLACES) do
    if LrFileUtils.exists(place) == 'file' then return place end
  end
  return nil, 'The program "nomina" was not found. Install Nomina, then choose it in the Plug-in Manager under Nomina.'
end

-- An argument that the shell does not change. Nil where the system's shell has no way to say it.
function Program.quoted(text)
  if WIN_ENV then
    if text:find('["%%\r\n]') then return nil end
    return '"' .. text .. '"'
  end
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function command(program, paths, output, errors)
  local words = { Program.quoted(program), 'name --json --quiet --' }
  for _, path in ipairs(paths) do words[#words + 1] = Program.quoted(path) end
  local line = table.concat(words, ' ') .. ' >' .. Program.quoted(output) .. ' 2>' .. Program.quoted(errors)
  -- cmd.exe removes the first and the last quote of a line that begins with one.
  return WIN_ENV and '"' .. line .. '"' or line
end

-- Groups of paths whose command lines are short enough; and the paths that cannot be passed at all.
function Program.groups(paths)
  local groups, refused, size = {}, {}, LONGEST_COMMAND
  for _, path in ipairs(paths) do
    local quoted = Program.quoted(path)
    if not quoted then
      refused[#refused + 1] = path
    else
      if size + #quoted + 1 > LONGEST_COMMAND then
        groups[#groups + 1], size = {}, 0
      end
      local group = groups[#groups]
      group[#group + 1], size = path, size + #quoted + 1
    end
  end
  return groups, refused
end

local function take(path)
  local text = LrFileUtils.exists(path) and LrFileUtils.readFile(path) or ''
  LrFileUtils.delete(path)
  return text
end

-- What the model says about images: details by path, errors by path. Nil and a sentence when the program cannot run.
function Program.describe(program, paths)
  local folder = LrPathUtils.getStandardFilePath('temp')
  local output = LrFileUtils.chooseUniqueFileName(LrPathUtils.child(folder, 'nomina-names.jsonl'))
  local errors = LrFileUtils.chooseUniqueFileName(LrPathUtils.child(folder, 'nomina-errors.txt'))
  local code = LrTasks.execute(command(program, paths, output, errors))
  local text, said = take(output), take(errors)
  local details, failures, lines = {}, {}, 0
  for line in text:gmatch('[^\r\n]+') do
    local result, reason = Json.read(line)
    if not result then return nil, 'The output of nomina cannot be read (' .. tostring(reason) .. ').' end
    lines = lines + 1
    -- A service that fails leaves the old file name, which is no title.
    local reason = result.error and result.error:gsub(' Using cleaned original name%.$', '')
    if result.details and not reason then details[result.file] = result.details else failures[result.file] = reason or 'no name' end
  end
  if lines == 0 then return nil, 'nomina ended with code ' .. tostring(code) .. '. ' .. said:gsub('%s+$', '') end
  return details, failures
end

return Program
