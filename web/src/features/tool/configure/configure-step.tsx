// Step 2: the options, the preview beside them, and the button that starts the work.
import { Alert, Button } from '@mantine/core'
import { WifiOff, Zap } from 'lucide-react'
import { type ReactNode, useDeferredValue } from 'react'
import { usePreferences } from '@/features/account/session/preferences'
import { plural, t } from '@/lib/messages'
import { useOffline } from '@/lib/offline'
import { Dock } from '@/ui/dock'
import { Later } from '@/ui/later'
import { Rich } from '@/ui/rich'
import type { DeviceNaming } from '../device/use-device'
import { useNamer } from '../device/use-namer'
import { useBatch } from '../model/batch-store'
import { useOptionChanges } from '../model/options-store'
import { usePerson } from '../model/tier'
import { useRecipe } from '../model/use-recipe'
import { useKnownCount } from '../naming/names-cache'
import { OptionsPanel } from '../options/options-panel'
import { StepHeading } from '../parts/step-heading'
import toolClasses from '../parts/tool.module.css'
import { LiveComparison } from '../preview/live-comparison'
import { WatermarkPreview } from '../preview/watermark-preview'
import { AppliedSettings } from '../process/applied-settings'
import classes from '../process/process.module.css'
import { PROCESS_BUTTON } from '../process/process-button'
import { BatchOverview } from './batch-overview'
import { processButtonText, smartModeText } from './button-text'

interface ConfigureStepProps {
  floatingDock: boolean
  templateButtons: ReactNode
  onProcess: () => void
}

export function ConfigureStep({ floatingDock, templateButtons, onProcess }: ConfigureStepProps) {
  const images = useBatch((state) => state.images)
  const { options } = useRecipe()
  const { keepNames } = options
  const offline = useOffline()
  const { kind, device, service } = useNamer()
  const known = useKnownCount({ images, options, service, running: false, better: device.better })
  const here = device.on || kind === 'browser'
  const noModel = offline && !here
  const watermarked = useDeferredValue(options.enableTextWatermark || options.enableImageWatermark)
  // The tab answers at once; what stands beside it follows.
  const tab = useDeferredValue(useOptionChanges((state) => state.tab))
  const total = images.length
  return (
    <>
      <StepHeading title={t`Configure Processing`} focus actions={templateButtons}>
        {t`${plural(total, { one: '# image', other: '# images' })} ready`}
      </StepHeading>
      <AppliedSettings />
      {known > 0 && !keepNames ? (
        <Alert icon={<Zap size={18} aria-hidden />} title={t`Smart Processing Mode`} className={classes.smart}>
          {smartModeText(total, known)}
        </Alert>
      ) : null}
      {offline && !keepNames && known < total ? <OfflineNote device={device} here={here} /> : null}
      <div className={`${classes.columns} ${toolClasses.split}`}>
        <OptionsPanel />
        <Later>{tab === 'format' ? <LiveComparison /> : watermarked ? <WatermarkPreview /> : <BatchOverview />}</Later>
      </div>
      <Dock
        floating={floatingDock}
        actions={
          <>
            <Button
              size="md"
              variant="default"
              classNames={PROCESS_BUTTON}
              onClick={() => useBatch.getState().go('upload')}
            >
              {t`Back to Upload`}
            </Button>
            <Button size="md" onClick={onProcess} classNames={PROCESS_BUTTON}>
              {processButtonText(total, known, keepNames, noModel)}
            </Button>
          </>
        }
      >
        <PrivacySentence total={total} known={known} keepNames={keepNames} />
      </Dock>
    </>
  )
}

/** What works without a network, said before anything fails. */
function OfflineNote({ device: { problem, known }, here }: { device: DeviceNaming; here: boolean }) {
  const others = known && problem === null ? t`"Keep my names" and "On this device" work` : t`"Keep my names" works`
  return (
    <Alert icon={<WifiOff size={18} aria-hidden />} title={t`You are offline`} className={classes.smart} role="status">
      {here
        ? t`Images are named by the model on this device. The names are counted when you are back online.`
        : t`The model on the server cannot be reached, so images get their cleaned original names. ${others} offline.`}
    </Alert>
  )
}

/** Who is signed in and saves runs sends the results to the history, however the names are made. */
function useSavesResults(): boolean {
  const { signedIn } = usePerson()
  const { device, page } = useNamer()
  const { data: preferences } = usePreferences()
  return signedIn && !device.on && !page?.stays && (preferences?.autoSave ?? true)
}

const SAVED = t` The results are saved to your history.`

/** Why no copy is sent, and whether anything else is. */
function nothingSent(why: string, saves: boolean): string {
  return saves ? t`No copy is sent to a model: ${why}.${SAVED}` : t`Nothing leaves your device: ${why}.`
}

interface PrivacySentenceProps {
  total: number
  known: number
  keepNames: boolean
}

function PrivacySentence({ total, known, keepNames }: PrivacySentenceProps) {
  const { signedIn } = usePerson()
  const saves = useSavesResults()
  const { kind, device, label, copies, problem } = useNamer()
  const offline = useOffline()
  if (keepNames) return <>{nothingSent(t`the images keep their names`, saves)}</>
  if (known === total) return <>{nothingSent(t`every name is already known`, saves)}</>
  if (offline && !device.on && kind !== 'browser')
    return <>{t`You are offline. Nothing leaves your device and no model is used.`}</>
  if (problem) return <>{problem}</>
  return (
    <Rich
      text={t`${plural(total - known, { one: '# image', other: '# images' })}, names by <0>${label}</0>. ${copies}${signedIn || kind === 'own' ? '' : t` Nothing is stored.`}${saves ? SAVED : ''}`}
      parts={[(words) => <b>{words}</b>]}
    />
  )
}
