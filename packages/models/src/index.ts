export { OfflineChatModel, type OfflineChatModelOptions } from './offline/OfflineChatModel.js';
export { TokenCounter } from './tokens/TokenCounter.js';
