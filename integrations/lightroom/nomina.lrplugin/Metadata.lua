-- Writes what was found into photos. What a person has written stays.
local LrTasks = import 'LrTasks'

local Metadata = {}

local function fill(photo, field, text)
  if text and text ~= '' and (photo:getFormattedMetadata(field) or '') == '' then
    photo:setRawMetadata(field, text)
    return true
  end
  return false
end

-- "red-fox-in-snow" as a title.
function Metadata.title(name)
  local words = name:gsub('-', ' ')
  return words:sub(1, 1):upper() .. words:sub(2)
end

-- Fills title, caption and alt text, and adds keywords. Must run in a write access of the catalog.
function Metadata.write(catalog, photo, details)
  local changed = fill(photo, 'title', details.name and Metadata.title(details.name))
  changed = fill(photo, 'caption', details.altText) or changed
  -- Older versions of Lightroom do not know the field, and raise an error.
  local known = LrTasks.pcall(function() return photo:getFormattedMetadata('altTextAccessibility') end)
  if known then changed = fill(photo, 'altTextAccessibility', details.altText) or changed end
  for _, word in ipairs(details.keywords or {}) do
    -- The last argument returns the keyword when it is there already.
    photo:addKeyword(catalog:createKeyword(word, {}, true, nil, true))
    changed = true
  end
  return changed
end

return Metadata
