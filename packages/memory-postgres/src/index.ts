export { PostgresPendingTurnRepository } from './approval/PostgresPendingTurnRepository.js';
export { openDatabase } from './database/openDatabase.js';
export { PGliteDatabase } from './database/PGliteDatabase.js';
export { PostgresDatabase, type PostgresDatabaseOptions } from './database/PostgresDatabase.js';
export { SqlDatabase, type SqlResult, type SqlSession } from './database/SqlDatabase.js';
export type { TableOptions } from './database/Tables.js';
export { type PostgresChatMemoryOptions, PostgresChatMemoryRepository } from './memory/PostgresChatMemoryRepository.js';
export { migrate } from './migration/migrate.js';
export {
  type PostgresToolResultOptions,
  PostgresToolResultRepository,
} from './results/PostgresToolResultRepository.js';
