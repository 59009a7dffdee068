/** A project cannot be made as it was asked for. The message tells people why, and what to do. */
export class ProjectException extends Error {
  override readonly name = 'ProjectException';
}
