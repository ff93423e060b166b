// Whether names and alt texts say where an image was taken and who is in it.
import { Switch } from '@mantine/core'
import { t } from '@/lib/messages'
import { useRecipe } from '../model/use-recipe'

export function SceneSwitches({ disabled }: { disabled: boolean }) {
  const { options, change } = useRecipe()
  return (
    <>
      <Switch
        label={t`Say where`}
        description={t`Names and alt text end with the city of the image’s coordinates: beach-in-ribadeo. It is looked up on this device; cities by GeoNames.`}
        disabled={disabled}
        checked={options.sayPlace}
        onChange={(event) => change({ sayPlace: event.currentTarget.checked })}
      />
      <Switch
        label={t`Say who`}
        description={t`Uses the people whom your photo program has named in the image: anna-and-ben-on-beach.`}
        disabled={disabled}
        checked={options.sayPeople}
        onChange={(event) => change({ sayPeople: event.currentTarget.checked })}
      />
    </>
  )
}
