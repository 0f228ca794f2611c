package dev.haru.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.client.api.SchedulesApi;
import dev.haru.client.model.BulkForm;
import dev.haru.client.model.BulkOperation;
import dev.haru.client.model.BulkResult;
import dev.haru.client.model.ChangePage;
import dev.haru.client.model.ImportResponse;
import dev.haru.client.model.RecurrenceForm;
import dev.haru.client.model.ScheduleForm;
import dev.haru.client.model.SchedulePatch;
import dev.haru.client.model.ScheduleResponse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The calendar of a member with the generated client, against a running Haru at the environment variable HARU_URL. */
class CalendarJourneyTests {

    private final SignedInClient member = new SignedInClient();
    private final SchedulesApi schedules = new SchedulesApi(member.client());

    CalendarJourneyTests() throws ApiException {}

    @AfterEach
    void eraseAccount() throws ApiException {
        member.close();
    }

    @Test
    void seriesHasAChangedAndADeletedOccurrenceAndIsSplit() throws ApiException {
        ScheduleForm lesson = lesson("2027-01-05").recurrence(new RecurrenceForm().rule("FREQ=WEEKLY;COUNT=10"));
        UUID id = schedules
                .addSchedule(lesson, UUID.randomUUID().toString())
                .getScheduleId();
        List<ScheduleResponse> weeks =
                schedules.listSchedules("2027-01-01", "2027-02-01", null, 10).getItems();
        assertThat(weeks).hasSize(4);

        String second = weeks.get(1).getOccurrence().getOriginalStart();
        ScheduleResponse moved = schedules.replaceOccurrence(id, second, "\"0\"", lesson("2027-01-13"), null);
        assertThat(moved.getLocalStart()).isEqualTo("2027-01-13T18:00:00");
        assertThat(moved.getOccurrence().getOriginalStart()).isEqualTo(second);
        schedules.deleteOccurrence(id, weeks.get(2).getOccurrence().getOriginalStart(), null, null);
        String fourth = weeks.get(3).getOccurrence().getOriginalStart();
        ScheduleResponse following =
                schedules.replaceOccurrence(id, fourth, "\"2\"", lesson("2027-01-27"), "this-and-following");
        assertThat(following.getRecurrence().getRule()).isEqualTo("FREQ=WEEKLY;COUNT=7");
        assertThat(schedules.listSchedules("2027-01-01", "2027-02-05", null, 10).getItems())
                .extracting(ScheduleResponse::getLocalStart)
                .containsExactly(
                        "2027-01-05T18:00:00", "2027-01-13T18:00:00", "2027-01-27T18:00:00", "2027-02-03T18:00:00");
    }

    @Test
    void changesContainBulkRequestsAndRestoredSchedules() throws ApiException {
        String since = schedules.listChanges(null, null).getSyncToken();
        List<BulkResult> results = schedules
                .editSchedules(new BulkForm()
                        .addOperationsItem(new BulkOperation()
                                .action(BulkOperation.ActionEnum.ADD)
                                .schedule(new SchedulePatch()
                                        .title("Holiday")
                                        .place("Jeju")
                                        .startDate("2027-03-01")
                                        .endDate("2027-03-04"))))
                .getResults();
        assertThat(results).extracting(BulkResult::getProblem).containsOnlyNulls();
        UUID id = results.getFirst().getSchedule().getScheduleId();
        ChangePage added = schedules.listChanges(since, null);
        assertThat(added.getChanged()).extracting(ScheduleResponse::getScheduleId).containsExactly(id);

        schedules.deleteSchedule(id, null);
        ChangePage deleted = schedules.listChanges(added.getSyncToken(), null);
        assertThat(deleted.getDeleted()).containsExactly(id);
        schedules.restoreSchedule(id);
        assertThat(schedules.listChanges(deleted.getSyncToken(), null).getChanged())
                .extracting(ScheduleResponse::getTitle)
                .containsExactly("Holiday");
    }

    @Test
    void calendarFileIsImported() throws Exception {
        String file = String.join(
                "\r\n",
                "BEGIN:VCALENDAR",
                "VERSION:2.0",
                "PRODID:-//Example//Calendar//EN",
                "BEGIN:VEVENT",
                "UID:1@example.org",
                "DTSTAMP:20270101T000000Z",
                "DTSTART;VALUE=DATE:20270601",
                "SUMMARY:Imported",
                "END:VEVENT",
                "END:VCALENDAR",
                "");
        UUID id = schedules.importSchedules(file, false).getImportId();
        ImportResponse report = await().atMost(Duration.ofMinutes(3))
                .until(() -> schedules.readImport(id), read -> read.getStatus() != ImportResponse.StatusEnum.PENDING);
        assertThat(report.getCounts().getAdded()).isEqualTo(1);
        assertThat(schedules.searchSchedules("import", null, null, null, null, null, null, null, null)
                        .getItems())
                .extracting(ScheduleResponse::getStartDate)
                .containsExactly("2027-06-01");
    }

    private static ScheduleForm lesson(String date) {
        return new ScheduleForm()
                .title("Guitar lesson")
                .place("Music school")
                .localStart(date + "T18:00:00")
                .localEnd(date + "T19:00:00")
                .timeZone("Europe/Berlin");
    }
}
