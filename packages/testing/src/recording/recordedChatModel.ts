import { access } from 'node:fs/promises';
import type { ChatModel } from '@toolwright/model';
import { RecordingChatModel } from './RecordingChatModel.js';
import { ReplayingChatModel, type ReplayOptions } from './ReplayingChatModel.js';

/** How {@link recordedChatModel} finds its answers. */
export interface RecordedChatModelOptions extends ReplayOptions {
  /** Whether the real model is asked and the file is written anew; default: the variable `TOOLWRIGHT_RECORD` is `true`. */
  readonly record?: boolean;
}

/** A model for one test, and what has to be done at its end. */
export interface RecordedChatModel {
  readonly model: ChatModel;
  /** Writes the file if the real model was asked; otherwise does nothing. */
  finish(): Promise<void>;
}

/**
 * A model that answers from a file, or, when recording, a real one whose answers are written to the file. A missing file
 * fails the test, so that nobody asks a real model by mistake.
 *
 * @param create makes the real model; called only when recording
 * @throws {Error} if the file is missing and nothing is to be recorded
 *
 * @example
 * const { model, finish } = await recordedChatModel('test/recordings/refund.json', () => realModel());
 */
export async function recordedChatModel(
  file: string,
  create: () => ChatModel | Promise<ChatModel>,
  { record = process.env['TOOLWRIGHT_RECORD'] === 'true', ...options }: RecordedChatModelOptions = {},
): Promise<RecordedChatModel> {
  if (record) {
    const recorder = new RecordingChatModel(await create(), options);
    return { model: recorder, finish: () => recorder.save(file) };
  }
  await access(file).catch((cause: unknown) => {
    throw new Error(`There is no recording ${file}. Run the test with TOOLWRIGHT_RECORD=true to make it.`, { cause });
  });
  return { model: await ReplayingChatModel.load(file, options), finish: () => Promise.resolve() };
}
