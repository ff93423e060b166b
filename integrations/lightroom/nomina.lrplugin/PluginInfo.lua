-- The section of the Plug-in Manager: where the program is.
local LrDialogs = import 'LrDialogs'
local LrPrefs = import 'LrPrefs'
local LrView = import 'LrView'

local function choose(prefs)
  local chosen = LrDialogs.runOpenPanel {
    title = 'The nomina program',
    canChooseFiles = true,
    canChooseDirectories = false,
    allowsMultipleSelection = false,
  }
  if chosen and chosen[1] then prefs.program = chosen[1] end
end

return {
  sectionsForTopOfDialog = function(factory)
    local prefs = LrPrefs.prefsForPlugin()
    return {
      {
        title = 'Nomina',
        bind_to_object = prefs,
        factory:row {
          factory:static_text { title = 'Program' },
          factory:edit_field { value = LrView.bind 'program', width_in_chars = 40 },
          factory:push_button { title = 'Choose...', action = function() choose(prefs) end },
        },
        factory:static_text { title = 'Left empty, the program is looked for where installers put it. Photos are looked at on this computer.' },
      },
    }
  end,
}
