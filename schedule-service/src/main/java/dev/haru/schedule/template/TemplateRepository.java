package dev.haru.schedule.template;

import java.util.Optional;
import java.util.UUID;
import org.springframework.data.repository.Repository;

/** The templates, one at a time; {@link TemplateLists} lists them. */
interface TemplateRepository extends Repository<Template, UUID> {

    /** With its steps, in one statement: by two, content and steps could be those of different versions. */
    Optional<Template> findById(UUID id);

    int countByOwnerId(UUID ownerId);

    Template saveAndFlush(Template template);

    void delete(Template template);

    void flush();
}
