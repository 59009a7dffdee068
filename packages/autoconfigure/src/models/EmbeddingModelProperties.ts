import { ConfigurationProperties, PropertyDescription } from '@toolwright/boot';
import { IsIn, IsOptional } from '@toolwright/boot/validation';
import { MODEL_PROVIDERS } from '@toolwright/models';
import { ModelConnectionProperties } from './ModelConnectionProperties.js';

/** Which model turns texts into vectors, and how it is asked, `embedding.model.*`. */
@ConfigurationProperties('embedding.model')
export class EmbeddingModelProperties extends ModelConnectionProperties {
  @PropertyDescription('Provider of the embedding model; unset for none.')
  @IsOptional()
  @IsIn(MODEL_PROVIDERS.filter(({ hasEmbeddings }) => hasEmbeddings).map(({ name }) => name))
  provider?: string;
}
