import { Button } from '@mantine/core';
import { canExpand, descriptionId, type ObjectFieldTemplateProps } from '@rjsf/utils';

/** The fields of an object, one below the other; the outermost has no frame, because the page has headed it already. */
export function ObjectFields(props: ObjectFieldTemplateProps<unknown>) {
  const { title, description, properties, schema, uiSchema, formData, fieldPathId, onAddProperty, disabled, readonly } =
    props;
  const root = fieldPathId.path.length === 0;
  const fields = (
    <>
      {properties
        .filter(({ hidden }) => !hidden)
        .map(({ name, content }) => (
          <div key={name}>{content}</div>
        ))}
      {properties.length === 0 && !canExpand(schema, uiSchema, formData) && (
        <p className="dimmed">This tool takes no arguments.</p>
      )}
      {canExpand(schema, uiSchema, formData) && (
        <div>
          <Button
            size="compact-xs"
            variant="default"
            onClick={onAddProperty}
            disabled={disabled === true || readonly === true}
          >
            Add a property
          </Button>
        </div>
      )}
    </>
  );
  if (root) return <div className="object-fields">{fields}</div>;
  return (
    <fieldset className="object-fields nested">
      {title !== '' && <legend>{title}</legend>}
      {description !== undefined && (
        <p className="dimmed" id={descriptionId(fieldPathId)}>
          {description}
        </p>
      )}
      {fields}
    </fieldset>
  );
}
