import { ScriptedChatModel, type ScriptedReply } from '@toolwright/testing';
import { ToolCallingChatOptions } from '@toolwright/tools';

/** A model with a script that can be told about tools. */
export function scripted(...script: readonly ScriptedReply[]): ScriptedChatModel {
  return new ScriptedChatModel(script, { defaultOptions: ToolCallingChatOptions.builder().build() });
}
