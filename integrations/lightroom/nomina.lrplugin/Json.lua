-- Reads JSON, as `nomina name --json` writes it. `null` becomes nil. Text that is not JSON is nil and a reason.
local Json = {}

local ESCAPES = { ['"'] = '"', ['\\'] = '\\', ['/'] = '/', b = '\b', f = '\f', n = '\n', r = '\r', t = '\t' }

local function utf8(code)
  if code < 0x80 then return string.char(code) end
  if code < 0x800 then return string.char(0xC0 + math.floor(code / 0x40), 0x80 + code % 0x40) end
  if code < 0x10000 then
    return string.char(0xE0 + math.floor(code / 0x1000), 0x80 + math.floor(code / 0x40) % 0x40, 0x80 + code % 0x40)
  end
  return string.char(0xF0 + math.floor(code / 0x40000), 0x80 + math.floor(code / 0x1000) % 0x40, 0x80 + math.floor(code / 0x40) % 0x40, 0x80 + code % 0x40)
end

local function skip(text, at)
  return text:find('[^ \t\r\n]', at) or #text + 1
end

local value

local function unicode(text, at)
  local code = tonumber(text:sub(at, at + 3), 16) or error('a broken escape')
  if code >= 0xD800 and code < 0xDC00 then
    local low = text:match('^\\u(%x%x%x%x)', at + 4) or error('half of a pair')
    return utf8(0x10000 + (code - 0xD800) * 0x400 + tonumber(low, 16) - 0xDC00), at + 10
  end
  return utf8(code), at + 4
end

local function str(text, at)
  local parts = {}
  while true do
    local stop = text:find('["\\]', at) or error('a string has no end')
    parts[#parts + 1] = text:sub(at, stop - 1)
    if text:sub(stop, stop) == '"' then return table.concat(parts), stop + 1 end
    local escape = text:sub(stop + 1, stop + 1)
    if escape == 'u' then
      parts[#parts + 1], at = unicode(text, stop + 2)
    else
      parts[#parts + 1] = ESCAPES[escape] or error('a broken escape')
      at = stop + 2
    end
  end
end

local function list(text, at)
  local items = {}
  at = skip(text, at)
  if text:sub(at, at) == ']' then return items, at + 1 end
  while true do
    items[#items + 1], at = value(text, at)
    at = skip(text, at)
    local mark = text:sub(at, at)
    if mark == ']' then return items, at + 1 end
    if mark ~= ',' then error('a list has no end') end
    at = at + 1
  end
end

local function object(text, at)
  local fields = {}
  at = skip(text, at)
  if text:sub(at, at) == '}' then return fields, at + 1 end
  while true do
    at = skip(text, at)
    if text:sub(at, at) ~= '"' then error('a field has no name') end
    local name
    name, at = str(text, at + 1)
    at = skip(text, at)
    if text:sub(at, at) ~= ':' then error('a field has no value') end
    fields[name], at = value(text, at + 1)
    at = skip(text, at)
    local mark = text:sub(at, at)
    if mark == '}' then return fields, at + 1 end
    if mark ~= ',' then error('an object has no end') end
    at = at + 1
  end
end

function value(text, at)
  at = skip(text, at)
  local mark = text:sub(at, at)
  if mark == '{' then return object(text, at + 1) end
  if mark == '[' then return list(text, at + 1) end
  if mark == '"' then return str(text, at + 1) end
  local word = text:match('^%a+', at)
  if word == 'true' then return true, at + 4 end
  if word == 'false' then return false, at + 5 end
  if word == 'null' then return nil, at + 4 end
  local number = text:match('^-?%d+%.?%d*[eE]?[+-]?%d*', at) or error('not a value')
  return tonumber(number), at + #number
end

function Json.read(text)
  local ok, result, after = pcall(value, text, 1)
  if not ok then return nil, result end
  if skip(text, after) <= #text then return nil, 'text after the value' end
  return result
end

return Json
