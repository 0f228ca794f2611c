package dev.haru.schedule.template;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Autowired;

@OnTemplates
class TemplateListsTests {

    @Autowired
    private TemplateLists lists;

    @ParameterizedTest
    @EnumSource
    void inACategoryWithoutTemplatesThereIsNothing(TemplateOrder order) {
        assertThat(lists.first(order, 8, 10)).isEmpty();
    }

    @Test
    void eachOrderHasASection() {
        assertThat(lists.firstOfEach(8, 10)).containsOnlyKeys(TemplateOrder.values());
        assertThat(lists.firstOfEach(null, 10)).containsOnlyKeys(TemplateOrder.values());
    }
}
