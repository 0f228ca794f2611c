package dev.haru.platform.json;

import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.ValueDeserializerModifier;
import tools.jackson.databind.type.CollectionType;

/** Makes Jackson stop reading each array at the limit of its field, and read whole numbers in every form. */
final class SizeLimits extends ValueDeserializerModifier {

    private static final long serialVersionUID = 1;

    @Override
    public ValueDeserializer<?> modifyDeserializer(
            DeserializationConfig config, BeanDescription.Supplier description, ValueDeserializer<?> standard) {
        return WholeNumberDeserializer.reads(description.getBeanClass())
                ? new WholeNumberDeserializer(standard)
                : standard;
    }

    @Override
    public ValueDeserializer<?> modifyCollectionDeserializer(
            DeserializationConfig config,
            CollectionType type,
            BeanDescription.Supplier description,
            ValueDeserializer<?> collection) {
        return new LimitedArrayDeserializer(collection);
    }
}
