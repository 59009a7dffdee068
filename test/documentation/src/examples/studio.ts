// #region by-hand
import { ChatClient } from '@toolwright/chat';
import { ObservationRegistry } from '@toolwright/core';
// #endregion
import type { ChatModel } from '@toolwright/model';
// #region by-hand
import { Studio, StudioServer } from '@toolwright/studio';
// #endregion

/** A client whose turns a studio shows. */
export async function studioOf(model: ChatModel): Promise<{ client: ChatClient; server: StudioServer }> {
  // #region by-hand
  const observationRegistry = new ObservationRegistry();
  const studio = new Studio({ name: 'shop' });
  const builder = ChatClient.builder(model, { observationRegistry });
  const client = studio.observe(observationRegistry, builder).build();

  const server = await new StudioServer(studio).listen();
  console.log(server.url);
  // #endregion
  return { client, server };
}
