export { BulkJob } from './bulk.js';
export { Brimful } from './client.js';
export {
  APIError,
  AuthenticationError,
  BrimfulError,
  Conflict,
  ConnectionFailed,
  InsufficientCredits,
  InvalidRequest,
  InvalidSignature,
  JobPaused,
  NotFound,
  PermissionDenied,
  QuoteExceeded,
  RateLimited,
  ServerError,
  WaitTimeout,
} from './errors.js';
export { version } from './routes.js';
export { verifyWebhook } from './webhooks.js';
