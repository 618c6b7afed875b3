/** Lists the pages for those who are not logged in, and the one of members who are suspended. */
import { joinPages } from '../components/page-handler.tsx';
import { authorize } from './authorize.tsx';
import { confirmEmailPages, unsubscribePages } from './email-links.tsx';
import { forgotPassword } from './forgot-password.tsx';
import { login } from './login.tsx';
import { register } from './register.tsx';
import { setup } from './setup.tsx';
import { suspended } from './suspended.tsx';

export const entrancePages = joinPages(
  suspended,
  setup,
  login,
  register,
  forgotPassword,
  confirmEmailPages,
  unsubscribePages,
  authorize,
);
