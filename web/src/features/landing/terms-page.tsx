// The terms, in words a person reads.
import { Link } from '@tanstack/react-router'
import { t } from '@/lib/messages'
import { Rich } from '@/ui/rich'
import { LegalPage } from './legal-page'

export function TermsPage() {
  return (
    <LegalPage title={t`Terms of Service`} updated="15 November 2026">
      <h2>{t`What you get`}</h2>
      <p>
        {t`Nomina suggests file names for your images and can watermark, resize, convert and compress them and change their metadata. The tool can be used without an account. With one, your settings and your counts are the same on every device.`}
      </p>
      <h2>{t`Your images stay yours`}</h2>
      <p>
        {t`You keep every right in your images and in the results. You give us only the permission that is needed to do what you ask: to look at a reduced copy for naming, and to keep the history you did not switch off. Images are not used to train models by this server. Use only images you may use.`}
      </p>
      <h2>{t`Names are suggestions`}</h2>
      <p>
        {t`A model can be wrong. Look at the names before you rely on them, above all where a wrong one could harm somebody. Keep your originals: downloads are copies, and nothing on your disk is changed.`}
      </p>
      <h2>{t`Accounts`}</h2>
      <ul>
        <li>{t`Use an address that is yours and keep your password to yourself.`}</li>
        <li>{t`You can sign out any device in your profile, and deactivate the account in the settings.`}</li>
        <li>{t`A deactivated account can be restored for 30 days and is then deleted.`}</li>
      </ul>
      <h2>{t`Plans and limits`}</h2>
      <p>
        {t`Every plan has limits on files per day and month, file size and batch size; the tool says when one is reached. Where paid plans are offered they run until you cancel them, and cancelling takes you back to Starter.`}
      </p>
      <h2>{t`Fair use`}</h2>
      <p>
        {t`Do not try to break, overload or get around the limits of the service, and do not use it for images that are illegal to hold. Accounts that do may be closed.`}
      </p>
      <h2>{t`No warranty`}</h2>
      <p>
        {t`Nomina is free software, given as it is under the MIT or Apache 2.0 licence. The operator of this server does so with care but without a promise that it is always up or free of faults, as far as the law allows.`}
      </p>
      <h2>{t`Changes`}</h2>
      <p>
        <Rich
          text={t`When these terms change, the date above changes with them. How data is handled is described in the <0>Privacy Policy</0>.`}
          parts={[(words) => <Link to="/privacy">{words}</Link>]}
        />
      </p>
    </LegalPage>
  )
}
