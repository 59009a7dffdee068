/** An image, a sound or a document that travels with a message. */
export interface Media {
  /** IANA media type, such as `image/png`. */
  readonly mimeType: string;
  /** The bytes, or the address where the provider may fetch them. */
  readonly data: Uint8Array | URL;
  readonly id?: string;
  readonly name?: string;
}
