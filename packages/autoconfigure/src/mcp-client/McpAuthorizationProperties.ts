import { IsDuration, PropertyDescription, Secret } from '@toolwright/boot';
import {
  IsArray,
  IsBoolean,
  IsEnum,
  IsInt,
  IsOptional,
  IsString,
  Min,
  MinLength,
  Type,
  ValidateNested,
} from '@toolwright/boot/validation';

/** How a connection gets its tokens. */
export enum McpGrant {
  AUTHORIZATION_CODE = 'authorization-code',
  CLIENT_CREDENTIALS = 'client-credentials',
  JWT_BEARER = 'jwt-bearer',
}

/** Where users of a company sign in, `….auth.identity-provider.*`. */
export class McpIdentityProviderProperties {
  @PropertyDescription('The issuer of the identity provider; its token endpoint is looked up there.')
  @IsOptional()
  @IsString()
  issuer?: string;

  @PropertyDescription('The token endpoint of the identity provider, in place of its issuer.')
  @IsOptional()
  @IsString()
  tokenEndpoint?: string;

  @PropertyDescription('What the application is called at the identity provider.')
  @IsOptional()
  @IsString()
  clientId?: string;

  @PropertyDescription('Its secret at the identity provider.')
  @IsOptional()
  @IsString()
  @Secret()
  clientSecret?: string;
}

/** How a connection is authorized, `….connections.<name>.auth.*`. */
export class McpAuthorizationProperties {
  @PropertyDescription('How tokens are got: authorization-code, client-credentials or jwt-bearer; unset for none.')
  @IsOptional()
  @IsEnum(McpGrant)
  grant?: McpGrant;

  @PropertyDescription('What the application is called at the authorization server; unset to register by itself.')
  @IsOptional()
  @IsString()
  clientId?: string;

  @PropertyDescription('Its secret at the authorization server.')
  @IsOptional()
  @IsString()
  @Secret()
  clientSecret?: string;

  @PropertyDescription('Its private key in place of a secret: PKCS #8 in PEM.')
  @IsOptional()
  @IsString()
  @Secret()
  privateKey?: string;

  @PropertyDescription('The algorithm of signatures with the private key.')
  @MinLength(1)
  privateKeyAlgorithm: string = 'RS256';

  @PropertyDescription('Scopes that are asked for, beside those that the server asks for.')
  @IsArray()
  @IsString({ each: true })
  scopes: string[] = [];

  @PropertyDescription('The only issuer that the credentials are sent to; unset for the one that the server names.')
  @IsOptional()
  @IsString()
  issuer?: string;

  @PropertyDescription('Whether an authorization server must be the issuer that it says it is.')
  @IsBoolean()
  verifyIssuer: boolean = true;

  @PropertyDescription('Where the browser of a user is sent after consent.')
  @MinLength(1)
  redirectUrl: string = 'http://127.0.0.1:33418/callback';

  @PropertyDescription('The HTTPS address of a document that describes the application, as its id.')
  @IsOptional()
  @IsString()
  clientMetadataUrl?: string;

  @PropertyDescription('The name that users read when they are asked for consent.')
  @MinLength(1)
  clientName: string = 'Toolwright';

  @PropertyDescription('How long a user may take to consent.')
  @IsDuration()
  @Min(1)
  consentTimeout: number = 300_000;

  @PropertyDescription('How often one request may ask for more scopes.')
  @IsInt()
  @Min(0)
  maxStepUps: number = 1;

  @PropertyDescription('A file that keeps tokens, readable for its owner only; unset to keep them in memory.')
  @IsOptional()
  @IsString()
  tokenFile?: string;

  @ValidateNested()
  @Type(() => McpIdentityProviderProperties)
  identityProvider: McpIdentityProviderProperties = new McpIdentityProviderProperties();
}
