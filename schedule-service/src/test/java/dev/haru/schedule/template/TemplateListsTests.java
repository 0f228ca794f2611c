package dev.haru.schedule.template;

import static dev.haru.schedule.template.TemplateFixture.CATEGORY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.schedule.report.StatementCount;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

@OnTemplates
class TemplateListsTests {

    /** More than the templates of all tests. */
    private static final int ALL = 1_000_000;

    private static final Instant START = Instant.parse("2026-11-02T09:00:00Z");

    @Autowired
    private TemplateLists lists;

    @Autowired
    private StatementCount statements;

    @Autowired
    private JdbcClient jdbc;

    @Test
    void fourSectionsTakeOneStatement() {
        UUID one = fixture(1).getFirst();
        int before = statements.soFar();

        var sections = lists.firstOfEach(CATEGORY, 1000);

        assertThat(statements.soFar() - before).isEqualTo(1);
        assertThat(sections).containsOnlyKeys(TemplateOrder.values());
        assertThat(sections.values())
                .allSatisfy(section -> assertThat(section)
                        .anySatisfy(card -> assertThat(card.templateId()).isEqualTo(one)));
    }

    @ParameterizedTest
    @EnumSource
    void firstPageSectionEqualsTemplateListInSameOrder(TemplateOrder order) {
        fixture(3);

        assertThat(lists.firstOfEach(CATEGORY, 10).get(order)).isEqualTo(cards(order, CATEGORY, 10));
        assertThat(lists.firstOfEach(null, 10).get(order)).isEqualTo(cards(order, null, 10));
    }

    @ParameterizedTest
    @EnumSource
    void listIsOneStatementOfTheShownColumns(TemplateOrder order) {
        int before = statements.soFar();

        lists.page(order, null, null, null, 10);

        assertThat(statements.soFar() - before).isEqualTo(1);
        assertThat(columns(ListSql.page(order, false, false, false, 10)))
                .containsExactly(
                        "id",
                        "title",
                        "description",
                        "image_url",
                        "category_id",
                        "rating_total",
                        "ratings",
                        "adoptions",
                        "version",
                        "key");
    }

    @ParameterizedTest
    @EnumSource
    void pagesContainEachTemplateOnceDespiteNewOnes(TemplateOrder order) {
        List<UUID> expected = fixture(7).reversed();
        List<UUID> seen = new ArrayList<>();
        List<UUID> newcomers = new ArrayList<>();
        ListPosition after = null;
        do {
            List<ListedCard> page = lists.page(order, CATEGORY, after, null, 3);
            page.forEach(listed -> seen.add(listed.card().templateId()));
            after = page.isEmpty() ? null : page.getLast().position();
            newcomers.add(TemplateFixture.released("Newcomer", START.plus(Duration.ofDays(300))));
        } while (after != null);
        // Otherwise they would fill the first pages of other tests.
        TemplateFixture.admin()
                .sql("delete from schedule.template where id in (:newcomers)")
                .param("newcomers", newcomers)
                .update();

        assertThat(seen).doesNotHaveDuplicates();
        assertThat(seen.stream().filter(expected::contains)).containsExactlyElementsOf(expected);
    }

    @Test
    void withdrawnOrMovedTemplateIsAbsentBeforeTheRefresh() {
        List<UUID> templates = fixture(2);
        TemplateFixture.admin()
                .sql("update schedule.template set status = 'withdrawn' where id = ?")
                .param(templates.get(0))
                .update();
        TemplateFixture.admin()
                .sql("update schedule.template set category_id = 7 where id = ?")
                .param(templates.get(1))
                .update();

        for (TemplateOrder order : TemplateOrder.values()) {
            assertThat(cards(order, CATEGORY, 1000))
                    .extracting(TemplateCard::templateId)
                    .doesNotContainAnyElementsOf(templates);
        }
    }

    @ParameterizedTest
    @EnumSource
    void newTemplateIsListedBeforeTheRefresh(TemplateOrder order) {
        fixture(1);
        UUID template = TemplateFixture.released("New", START.plusSeconds(60));

        assertListedOnce(order, template, CATEGORY);
        TemplateFixture.refresh();
        assertListedOnce(order, template, CATEGORY);
        assertThat(cards(order, CATEGORY, 1000))
                .filteredOn(card -> card.templateId().equals(template))
                .allSatisfy(card -> {
                    assertThat(card.ratings()).isZero();
                    assertThat(card.adoptions()).isZero();
                });
    }

    @ParameterizedTest
    @EnumSource
    void movedTemplateIsListedInItsNewCategoryBeforeTheRefresh(TemplateOrder order) {
        UUID template = fixture(1).getFirst();

        TemplateFixture.admin()
                .sql("update schedule.template set category_id = 7 where id = ?")
                .param(template)
                .update();

        assertListedOnce(order, template, 7);
        TemplateFixture.refresh();
        assertListedOnce(order, template, 7);
    }

    @ParameterizedTest
    @EnumSource
    void templateReleasedAgainIsListedBeforeTheRefresh(TemplateOrder order) {
        UUID template = fixture(1).getFirst();
        setStatus(template, "withdrawn");
        TemplateFixture.refresh();

        setStatus(template, "released");

        assertListedOnce(order, template, CATEGORY);
    }

    @ParameterizedTest
    @EnumSource
    void pagesContainTemplatesWithoutARankInTheOrderOfTheirKey(TemplateOrder order) {
        fixture(5);
        List<UUID> unranked = IntStream.range(0, 5)
                .mapToObj(i -> TemplateFixture.released("Unranked " + i, START.plusSeconds(60 + i)))
                .toList();
        List<UUID> whole = lists.page(order, CATEGORY, null, null, 1000).stream()
                .map(listed -> listed.card().templateId())
                .toList();
        List<UUID> paged = new ArrayList<>();
        ListPosition after = null;
        do {
            List<ListedCard> page = lists.page(order, CATEGORY, after, null, 3);
            page.forEach(listed -> paged.add(listed.card().templateId()));
            after = page.isEmpty() ? null : page.getLast().position();
        } while (after != null);

        assertThat(paged).isEqualTo(whole).containsAll(unranked).doesNotHaveDuplicates();
    }

    private void assertListedOnce(TemplateOrder order, UUID template, int category) {
        for (Integer list : new Integer[] {category, null}) {
            assertThat(cards(order, list, ALL))
                    .filteredOn(card -> card.templateId().equals(template))
                    .as("%s of %s", order, list)
                    .hasSize(1);
        }
    }

    private static void setStatus(UUID template, String status) {
        TemplateFixture.admin()
                .sql("update schedule.template set status = ? where id = ?")
                .params(status, template)
                .update();
    }

    @Test
    void listContainsTheCurrentOwnRating() {
        UUID template = fixture(1).getFirst();
        UUID member = UUID.randomUUID();
        TemplateFixture.rateBy(member, template, 2);
        int before = statements.soFar();

        List<ListedCard> page = lists.page(TemplateOrder.NEWEST, CATEGORY, null, member, 1000);

        assertThat(statements.soFar() - before).isEqualTo(1);
        assertThat(page).anySatisfy(listed -> {
            assertThat(listed.card().templateId()).isEqualTo(template);
            assertThat(listed.ownRating()).isEqualTo(2);
        });
    }

    /** Creates released templates. Each is later, better rated and more often adopted than the one before it. */
    private static List<UUID> fixture(int count) {
        List<UUID> templates = IntStream.range(0, count)
                .mapToObj(i -> {
                    UUID template = TemplateFixture.released("Trip " + i, START.plusSeconds(i));
                    TemplateFixture.rate(
                            template, IntStream.range(0, 3 + i).map(_ -> 5).toArray());
                    TemplateFixture.adopt(template, 1 + i);
                    return template;
                })
                .toList();
        TemplateFixture.refresh();
        return templates;
    }

    private List<TemplateCard> cards(TemplateOrder order, @Nullable Integer categoryId, int limit) {
        return lists.page(order, categoryId, null, null, limit).stream()
                .map(ListedCard::card)
                .toList();
    }

    private List<String> columns(String sql) {
        return jdbc.sql(sql).query(rows -> {
            var row = rows.getMetaData();
            List<String> names = new ArrayList<>();
            for (int i = 1; i <= row.getColumnCount(); i++) {
                names.add(row.getColumnName(i));
            }
            return names;
        });
    }
}
