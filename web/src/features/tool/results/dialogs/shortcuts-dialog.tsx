// The keyboard shortcuts of the results screen, in one small table.
import { Modal } from '@mantine/core'
import { t } from '@/lib/messages'
import classes from './dialogs.module.css'

const KEYS: [string[], string][] = [
  [['↑', '↓'], t`Go from row to row; Home, End, Page Up and Page Down go further`],
  [['Enter'], t`Edit the name; Escape cancels`],
  [['A'], t`Use the next suggestion`],
  [['C'], t`Compare before and after`],
  [['F'], t`Show one image at a time`],
  [['J', 'K'], t`One at a time: next and previous image; U goes to the next unsure one`],
  [['1', '9'], t`One at a time: use one of the other names; 0 restores the first`],
  [['Alt', '↑'], t`Move the image up, with ↓ down; {n} counts in this order`],
  [['D'], t`Download the image`],
  [['R'], t`Retry`],
  [['X'], t`Select; Shift with ↑ or ↓ selects more, Ctrl A all, Escape none`],
  [['Delete'], t`Remove the image, or all selected images`],
  [['Ctrl', 'Z'], t`Undo; with Shift, redo`],
  [['?'], t`Show this list`],
]

export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title={t`Keyboard shortcuts`}>
      <dl className={classes.keys}>
        {KEYS.map(([keys, text]) => (
          <div key={text}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.keysNote}>{t`On a Mac, use Cmd instead of Ctrl.`}</p>
    </Modal>
  )
}
