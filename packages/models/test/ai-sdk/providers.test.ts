import { describeProvider } from './describeProvider.js';
import { anthropic } from './wire/anthropic.js';
import { google } from './wire/google.js';
import { mistral } from './wire/mistral.js';
import { ollama } from './wire/ollama.js';
import { openAiChat } from './wire/openAiChat.js';
import { openAiCompatible } from './wire/openAiCompatible.js';
import { openAiResponses } from './wire/openAiResponses.js';

[openAiChat, openAiResponses, anthropic, google, ollama, mistral, openAiCompatible].forEach(describeProvider);
