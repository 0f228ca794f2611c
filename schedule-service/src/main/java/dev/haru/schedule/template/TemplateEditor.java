package dev.haru.schedule.template;

import dev.haru.platform.json.MergePatch;
import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.problem.ReadOnlyFields;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Replaces and patches templates. Refuses a request that changes a read-only field. */
@Component
class TemplateEditor {

    private final Catalogue catalogue;
    private final Templates templates;
    private final MergePatch patches;

    TemplateEditor(Catalogue catalogue, Templates templates, MergePatch patches) {
        this.catalogue = catalogue;
        this.templates = templates;
        this.patches = patches;
    }

    TemplateDetails replace(UUID memberId, UUID id, String ifMatch, TemplateForm form, @Nullable String language) {
        Content content = catalogue.content(form);
        IfMatch seen = TemplateTag.versions(ifMatch);
        return form.hasReadOnlyFields()
                ? templates.edit(memberId, id, seen, current -> {
                    requireReadOnlyFields(form, current, ifMatch, language, ReadOnlyFields.ofRequest());
                    return content;
                })
                : templates.edit(memberId, id, seen, content);
    }

    TemplateDetails patch(UUID memberId, UUID id, String ifMatch, TemplatePatch patch, @Nullable String language) {
        return templates.edit(memberId, id, TemplateTag.versions(ifMatch), current -> {
            TemplateForm patched = patches.apply(TemplateForm.of(catalogue.response(current, language)), patch);
            requireReadOnlyFields(patched, current, ifMatch, language, ReadOnlyFields.ofPatched());
            return catalogue.content(patched);
        });
    }

    private void requireReadOnlyFields(
            TemplateForm form,
            TemplateDetails current,
            String ifMatch,
            @Nullable String language,
            ReadOnlyFields fields) {
        TemplateResponse response = catalogue.response(current, language);
        form.compareReadOnlyFields(response, fields);
        // Ratings and adoptions change without a new version, so the values that the client read may be outdated.
        if (IfMatch.parse(ifMatch).tags().contains(TemplateTag.of(current.version(), response))) {
            form.compareCounts(response, fields);
        }
        fields.refuseChanges();
    }
}
