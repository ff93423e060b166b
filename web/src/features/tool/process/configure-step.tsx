// Step 2: the options, the preview beside them, and the button that starts the work.
import { Alert, Button } from '@mantine/core'
import { WifiOff, Zap } from 'lucide-react'
import { type ReactNode, useDeferredValue } from 'react'
import { counted } from '@/lib/counted'
import { useOffline } from '@/lib/offline'
import { Dock } from '@/ui/dock'
import { Later } from '@/ui/later'
import { useBatch } from '../batch-store'
import { type DeviceNaming, useDevice } from '../device/use-device'
import { OptionsPanel } from '../options/options-panel'
import { useRecipe } from '../options/use-recipe'
import { WatermarkPreview } from '../preview/watermark-preview'
import { StepHeading } from '../step-heading'
import { usePerson } from '../tier'
import toolClasses from '../tool.module.css'
import { BatchOverview } from './batch-overview'
import { processButtonText, smartModeText } from './button-text'
import { useKnownCount } from './names-cache'
import { copySentence, namerOf, problemSentence, useNamingInfo } from './naming-info'
import classes from './process.module.css'
import { PROCESS_BUTTON } from './process-button'

const KEPT_NAMES = 'Nothing leaves your device: the pictures keep their names.'

interface ConfigureStepProps {
  floatingDock: boolean
  templateButtons: ReactNode
  onProcess: () => void
}

export function ConfigureStep({ floatingDock, templateButtons, onProcess }: ConfigureStepProps) {
  const pictures = useBatch((state) => state.pictures)
  const { options } = useRecipe()
  const { keepNames } = options
  const known = useKnownCount(pictures, options, false)
  const offline = useOffline()
  const device = useDevice()
  const noModel = offline && !device.on
  const watermarked = useDeferredValue(options.enableTextWatermark || options.enableImageWatermark)
  const total = pictures.length
  return (
    <>
      <StepHeading title="Configure Processing" focus actions={templateButtons}>
        {counted(total, 'image')} ready
      </StepHeading>
      {known > 0 && !keepNames ? (
        <Alert icon={<Zap size={18} aria-hidden />} title="Smart Processing Mode" className={classes.smart}>
          {smartModeText(total, known)}
        </Alert>
      ) : null}
      {offline && !keepNames && known < total ? <OfflineNote device={device} /> : null}
      <div className={`${classes.columns} ${toolClasses.split}`}>
        <OptionsPanel />
        <Later>{watermarked ? <WatermarkPreview /> : <BatchOverview />}</Later>
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
              Back to Upload
            </Button>
            <Button size="md" onClick={onProcess} classNames={PROCESS_BUTTON}>
              {processButtonText(total, known, keepNames, noModel)}
            </Button>
          </>
        }
      >
        {keepNames ? KEPT_NAMES : <PrivacySentence total={total} known={known} />}
      </Dock>
    </>
  )
}

/** What works without a network, said before anything fails. */
function OfflineNote({ device: { on, problem, known } }: { device: DeviceNaming }) {
  const others = known && problem === null ? '"Keep my names" and "On this device" work' : '"Keep my names" works'
  return (
    <Alert icon={<WifiOff size={18} aria-hidden />} title="You are offline" className={classes.smart} role="status">
      {on
        ? 'Pictures are named by the model on this device. The names are counted when the network is back.'
        : `The model on the server cannot be asked: pictures get their cleaned original names. ${others} without a network; or wait until it is back.`}
    </Alert>
  )
}

function PrivacySentence({ total, known }: { total: number; known: number }) {
  const { signedIn } = usePerson()
  const info = useNamingInfo()
  const { on } = useDevice()
  const offline = useOffline()
  if (known === total) return <>Nothing leaves your device: every name is known already.</>
  if (offline && !on) return <>You are offline: nothing leaves your device, and no model is asked.</>
  const problem = problemSentence(info, on)
  if (problem) return <>{problem}</>
  return (
    <>
      {counted(total - known, 'picture')}, names by <b>{namerOf(info, on)}</b>. {copySentence(info, on)}
      {signedIn ? null : ' Nothing is stored.'}
    </>
  )
}
