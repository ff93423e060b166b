// The keys of the results screen, in one small table.
import { Modal } from '@mantine/core'
import classes from './dialogs.module.css'

const KEYS: [string[], string][] = [
  [['↑', '↓'], 'go from row to row; Home, End, Page Up and Page Down go further'],
  [['Enter'], 'changes the name; Escape leaves it as it was'],
  [['A'], 'takes the next suggestion'],
  [['C'], 'shows the image in full, before and after'],
  [['F'], 'shows the image alone, with everything about it'],
  [['J', 'K'], 'there: the next and the previous image; U goes to the next unsure one'],
  [['1', '9'], 'there: take one of the other names; 0 takes the first name back'],
  [['Alt', '↑'], 'moves the image up in the batch, Alt ↓ down; {n} counts in this order'],
  [['D'], 'downloads the image'],
  [['R'], 'tries it again'],
  [['X'], 'selects; Shift with ↑ or ↓ selects more, Ctrl A all, Escape none'],
  [['Delete'], 'removes the image, or all that are selected'],
  [['Ctrl', 'Z'], 'undoes; with Shift it does it again'],
  [['?'], 'shows this list'],
]

export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keys" closeButtonProps={{ 'aria-label': 'Close' }}>
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
      <p className={classes.keysNote}>On a Mac, Cmd stands for Ctrl.</p>
    </Modal>
  )
}
