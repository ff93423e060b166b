// What this product does with images and data. Every sentence is checked against the code: change both together.
import { Link } from '@tanstack/react-router'
import { t } from '@/lib/messages'
import { Rich } from '@/ui/rich'
import { LegalPage } from './legal-page'

export function PrivacyPage() {
  return (
    <LegalPage title={t`Privacy Policy`} updated="15 November 2026">
      <h2>{t`In short`}</h2>
      <p>
        {t`Your images are opened, watermarked, resized, converted and packed in your browser. To name an image, a reduced copy is shown to a vision model and not kept. There are no advertising or tracking scripts and no third-party cookies.`}
      </p>
      <h2>{t`Your images`}</h2>
      <ul>
        <li>
          <Rich
            text={t`<0>On your device.</0> Images you add are kept in this browser's storage so that a reload does not lose them. Clear All, or clearing the site's data, removes them.`}
            parts={[(words) => <b>{words}</b>]}
          />
        </li>
        <li>
          <Rich
            text={t`<0>Naming.</0> For each new image a reduced copy (at most 1024 pixels on its longest side) is sent to this server. The server answers with a name and does not keep the copy. For a day it remembers the name with a checksum, so that asking again for the same image is free.`}
            parts={[(words) => <b>{words}</b>]}
          />
        </li>
        <li>
          <Rich
            text={t`<0>On this device.</0> When this is on, the model runs in your browser and no copy is sent. The server only learns how many names were made, to count them; offline, that waits until you are back online.`}
            parts={[(words) => <b>{words}</b>]}
          />
        </li>
        <li>
          <Rich
            text={t`<0>Which model is used.</0> By default the model runs on this server and the copy is sent only to this server. The operator of this server can choose an outside service instead (Google Gemini, OpenAI or a compatible service, Anthropic, Mistral); the tool then says so before you start, and that service receives the reduced copy under its own terms.`}
            parts={[(words) => <b>{words}</b>]}
          />
        </li>
        <li>
          <Rich
            text={t`<0>Your own key.</0> If you enter a key for Gemini, OpenAI, Anthropic or Mistral, your browser sends the reduced copy straight to that service, under your own agreement with it. The key is kept in this browser only, is never sent to this server, and is gone when you press Forget this key. Chrome’s own model, where your browser has one, runs on your device and sends nothing.`}
            parts={[(words) => <b>{words}</b>]}
          />
        </li>
        <li>
          <Rich
            text={t`<0>Results.</0> The finished images and the ZIP are made in your browser. Without an account they stay there. With one, the ZIP, the names, the settings and small previews of a finished batch are kept on this server as your history, for 7, 30 or 90 days by plan, unless you turn saving off in settings. You can delete a batch or the whole history at any time. Templates keep the options you save in them, the watermark image included.`}
            parts={[(words) => <b>{words}</b>]}
          />
        </li>
        <li>
          <Rich
            text={t`<0>Location.</0> Coordinates inside an image are read on your device. They are not looked up anywhere.`}
            parts={[(words) => <b>{words}</b>]}
          />
        </li>
      </ul>
      <h2>{t`Your account`}</h2>
      <ul>
        <li>
          {t`We keep your name, email address, plan, settings, counts of named files and the list of your signed-in devices (browser name and a shortened network address; up to 30 days after a session ends). For a year we keep a record of sign-ins and changes of the password, with the shortened network address only.`}
        </li>
        <li>
          {t`Your password is kept only as an argon2id hash. Session tokens are kept only as hashes. If you sign in with Google or GitHub we receive your name, email address and profile photo address from them, and nothing else.`}
        </li>
        <li>
          {t`Payments, where they are switched on, are handled by Stripe. Card numbers never reach this server; it keeps your plan, its dates, the amounts and Stripe's numbers for them. Without Stripe the checkout is a test and charges nobody.`}
        </li>
        <li>
          {t`We send emails to confirm an address, to reset a password, to tell you when your password changes or your account is deactivated, about your plan, and for the notifications you leave switched on.`}
        </li>
      </ul>
      <h2>{t`Cookies and storage`}</h2>
      <p>
        {t`Scripts cannot read our cookies. One keeps your session after you sign in. One, a random value, counts the free names of a visitor without an account. One lives for ten minutes while you sign in with Google or GitHub. The browser's storage keeps your theme, the images you are working on, their names and a short-lived copy of what you see in the dashboard. All of it is needed for what you asked for; none of it tracks you.`}
      </p>
      <h2>{t`Logs`}</h2>
      <p>
        {t`The server keeps technical logs (time, address called, status, duration). They hold no passwords, tokens or images. To keep sign-in safe and the free naming fair, attempts and names are counted by network address and by account, for a day at most, or a month for the free names of a visitor; only checksums of them are kept.`}
      </p>
      <h2>{t`Your rights`}</h2>
      <p>
        <Rich
          text={t`In <0>Settings</0> you can download everything we hold about you, delete your whole history, or deactivate your account. A deactivated account can be restored by signing in within 30 days; after that everything personal is deleted permanently.`}
          parts={[(words) => <Link to="/dashboard/settings">{words}</Link>]}
        />
      </p>
      <p>
        {t`The newsletter keeps only the address you typed. Contact the operator of this server to unsubscribe, or to ask anything else about your data.`}
      </p>
    </LegalPage>
  )
}
