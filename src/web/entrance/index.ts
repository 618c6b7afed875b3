/** Lists the pages for those who are not logged in, and the one of members who are suspended. */
import { joinPages } from '../components/page-handler.tsx';
import { authorize } from './authorize.ts';
import { confirmEmailPages } from './confirm-email.tsx';
import { forgotPassword } from './forgot-password.tsx';
import { login, logout } from './login.tsx';
import { passkeyLogIn } from './passkey-log-in.tsx';
import { register } from './register.tsx';
import { secondFactor } from './second-factor.tsx';
import { setup } from './setup.tsx';
import { suspended } from './suspended.tsx';
import { unsubscribe } from './unsubscribe.tsx';

export const entrance = joinPages(
  suspended,
  setup,
  login,
  secondFactor,
  passkeyLogIn,
  register,
  forgotPassword,
  confirmEmailPages,
  unsubscribe,
  logout,
  authorize,
);
