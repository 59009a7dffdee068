/** Fills the parameters of a client's system and user text; templates of advisors are their own affair (CC-13). */
export abstract class TemplateRenderer {
  /** @throws {IllegalStateException} if the template names a variable that is not given */
  abstract apply(template: string, variables: Readonly<Record<string, unknown>>): string;
}
