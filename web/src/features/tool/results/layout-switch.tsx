// How the results are looked at: as a table, as cards of a chosen size, or one at a time.
import { ActionIcon } from '@mantine/core'
import { LayoutGrid, RectangleHorizontal, Rows3 } from 'lucide-react'
import { t } from '@/lib/messages'
import unseen from '@/ui/hidden.module.css'
import { CARD_SIZE, changeLayout, type Layout, useLayout } from '../model/layout-store'
import classes from './bar.module.css'

export type Look = Layout | 'focus'

const LOOKS = [
  { look: 'table', label: t`Table`, Icon: Rows3 },
  { look: 'cards', label: t`Cards`, Icon: LayoutGrid },
  { look: 'focus', label: t`One at a time`, Icon: RectangleHorizontal },
] as const

export function LayoutSwitch({ look, onLook }: { look: Look; onLook: (look: Look) => void }) {
  return (
    <>
      {look === 'cards' ? <SizeSlider /> : null}
      <fieldset className={classes.looks}>
        <legend className={unseen.hidden}>{t`View`}</legend>
        {LOOKS.map(({ look: one, label, Icon }) => (
          <ActionIcon
            key={one}
            variant="subtle"
            size={34}
            className={classes.look ?? ''}
            aria-label={label}
            title={label}
            aria-pressed={look === one}
            onClick={() => onLook(one)}
          >
            <Icon size={17} aria-hidden />
          </ActionIcon>
        ))}
      </fieldset>
    </>
  )
}

function SizeSlider() {
  const cardSize = useLayout((state) => state.cardSize)
  return (
    <input
      type="range"
      className={classes.size}
      aria-label={t`Card size`}
      title={t`Card size`}
      {...CARD_SIZE}
      value={cardSize}
      aria-valuetext={`${cardSize} pixels`}
      onChange={(event) => changeLayout({ cardSize: Number(event.currentTarget.value) })}
    />
  )
}
