import type { Domain } from '#server/platform/domain.ts'
import { captchaRetention } from './captcha-retention.ts'
import { captchaRoutes } from './captcha-routes.ts'
import { sessionJobs } from './jobs.ts'
import {
  addressTakenMail,
  newSignInMail,
  passwordChangedMail,
  passwordResetMail,
  recoveryCodeUsedMail,
  secondFactorOffMail,
  secondFactorOnMail,
  secondFactorRemovedMail,
  verificationMail,
  verificationsMail,
  wrongCodesMail,
} from './mail-texts.ts'
import { sessionRetention } from './retention.ts'
import { sessionRoutes } from './routes.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'

export const sessions: Domain = {
  routes: [sessionRoutes, captchaRoutes, secondFactorRoutes],
  jobs: sessionJobs,
  retention: [...captchaRetention, ...sessionRetention],
  mails: [
    verificationMail,
    verificationsMail,
    addressTakenMail,
    passwordResetMail,
    passwordChangedMail,
    secondFactorOnMail,
    secondFactorOffMail,
    secondFactorRemovedMail,
    recoveryCodeUsedMail,
    wrongCodesMail,
    newSignInMail,
  ],
}
