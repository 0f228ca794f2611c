package dev.haru.schedule.template;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import java.util.Locale;

/** Converts the status to lower case for the database. */
@Converter
class TemplateStatusConverter implements AttributeConverter<TemplateStatus, String> {

    @Override
    public String convertToDatabaseColumn(TemplateStatus status) {
        return status.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public TemplateStatus convertToEntityAttribute(String column) {
        return TemplateStatus.valueOf(column.toUpperCase(Locale.ROOT));
    }
}
