package dev.haru.schedule.template;

import java.util.Optional;
import java.util.UUID;
import org.springframework.data.repository.Repository;

/** Stores single templates; {@link TemplateLists} lists them. */
interface TemplateRepository extends Repository<Template, UUID> {

    /**
     * Reads the template with its steps in one statement. With two, the content and the steps could be of different
     * versions.
     */
    Optional<Template> findById(UUID id);

    int countByOwnerId(UUID ownerId);

    Template saveAndFlush(Template template);

    void delete(Template template);

    void flush();
}
