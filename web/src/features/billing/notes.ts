// What is said wherever no money is taken.
import { t } from '@/lib/messages'

export const TEST_NOTE = t`This is a test environment. No actual payment will be processed.`
export const OFF_NOTE = t`Payments are not set up on this server. Plans cannot be bought or changed.`
