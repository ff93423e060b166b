// Taking one's data along: the preferences, and everything the account holds.
import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Preferences } from '@/api/types'
import { t } from '@/lib/messages'
import { toast, toastError } from '@/ui/toasts'
import { SettingsCard } from './cards'
import { ExportForm } from './export-form'
import { copyPreferences, downloadPreferences } from './preferences-file'
import classes from './settings-page.module.css'

export function YourData({ preferences }: { preferences: Preferences }) {
  const [asking, { open, close }] = useDisclosure(false)
  const exported = async (work: () => void | Promise<void>, message: string) => {
    try {
      await work()
      toast(t`Settings Exported`, message)
    } catch {
      toastError(t`Export Failed`, t`Your browser blocked it. Try the other button.`)
    }
  }
  return (
    <SettingsCard title={t`Your data`} text={t`Export your preferences, or everything in your account as one ZIP.`}>
      <div className={classes.actions}>
        <Button
          variant="default"
          onClick={() => void exported(() => copyPreferences(preferences), t`Your preferences are on your clipboard.`)}
        >
          {t`Export Preferences`}
        </Button>
        <Button
          variant="default"
          onClick={() => void exported(() => downloadPreferences(preferences), t`The file is in your downloads.`)}
        >
          {t`Download Preferences File`}
        </Button>
        <Button variant="default" onClick={open}>
          {t`Export My Data`}
        </Button>
      </div>
      <Modal opened={asking} onClose={close} title={t`Export my data`} size={440}>
        <ExportForm onDone={close} />
      </Modal>
    </SettingsCard>
  )
}
