package dev.haru.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.haru.client.api.AccountsApi;
import dev.haru.client.api.LocationsApi;
import dev.haru.client.api.ReportsApi;
import dev.haru.client.api.SchedulesApi;
import dev.haru.client.api.SessionsApi;
import dev.haru.client.api.TemplatesApi;
import dev.haru.client.model.ErasureForm;
import dev.haru.client.model.LoginForm;
import dev.haru.client.model.Problem;
import dev.haru.client.model.RefreshForm;
import dev.haru.client.model.RegistrationForm;
import dev.haru.client.model.ScheduleForm;
import dev.haru.client.model.ScheduleResponse;
import dev.haru.client.model.SessionResponse;
import dev.haru.client.model.TemplateForm;
import dev.haru.client.model.TokenResponse;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The journey of a member with the generated client, against a running Haru at the environment variable HARU_URL. */
class JourneyTests {

    private static final String PASSWORD = "blue kettle on a shelf";

    private static final Duration REVOKED_WITHIN = Duration.ofMinutes(2);

    private final TestClient client = new TestClient();
    private final AccountsApi accounts = new AccountsApi(client);
    private final SessionsApi sessions = new SessionsApi(client);
    private final SchedulesApi schedules = new SchedulesApi(client);

    @Test
    void memberSignsUpPlansAndErasesTheAccount() throws ApiException {
        String nickname = "java_" + UUID.randomUUID().toString().substring(0, 8);
        assertThat(accounts.register(
                                new RegistrationForm()
                                        .nickname(nickname)
                                        .password(PASSWORD)
                                        .regionName("Seoul"),
                                null)
                        .getNickname())
                .isEqualTo(nickname);

        assertThat(problemOf(() -> sessions.signIn(new LoginForm().nickname(nickname).password("wrong"), null)))
                .returns("invalid-credentials", Problem::getCode);
        TokenResponse tokens = sessions.signIn(new LoginForm().nickname(nickname).password(PASSWORD), null);
        TokenResponse refreshed = sessions.refreshTokens(new RefreshForm().refreshToken(tokens.getRefreshToken()));
        assertThat(refreshed.getToken()).isNotEqualTo(tokens.getToken());
        client.useToken(refreshed.getToken());

        int location =
                new LocationsApi(client).listLocations(null, null).getItems().getFirst().getLocationId();
        plan(location);
        assertThat(new ReportsApi(client).listDailyReports().getTimeZone()).isEqualTo("Asia/Seoul");
        assertThat(new TemplatesApi(client)
                        .draftTemplate(new TemplateForm()
                                .title("Morning run")
                                .description("Half an hour at an easy pace")
                                .category("fitness")
                                .durationMinutes(30)
                                .locationId(location))
                        .getStatus()
                        .getValue())
                .isEqualTo("draft");

        assertThat(sessions.listSessions(null, null).getItems()).anyMatch(SessionResponse::getCurrent);
        sessions.endOtherSessions();
        accounts.eraseAccount(new ErasureForm().password(PASSWORD));
        // The revocation reaches schedule-service in the background.
        await().atMost(REVOKED_WITHIN)
                .untilAsserted(() -> assertThatExceptionOfType(ApiException.class).isThrownBy(this::listSchedules));
        assertThat(problemOf(this::listSchedules)).returns("unauthorized", Problem::getCode);
    }

    private void listSchedules() throws ApiException {
        schedules.listSchedules(null, null, null, null);
    }

    private void plan(int location) throws ApiException {
        OffsetDateTime start = OffsetDateTime.parse("2026-11-23T09:30:00Z");
        ScheduleForm form = new ScheduleForm()
                .title("Dentist")
                .locationId(location)
                .startAt(start)
                .endAt(start.plusMinutes(45));
        String key = UUID.randomUUID().toString();
        ApiResponse<ScheduleResponse> added = schedules.addScheduleWithHttpInfo(form, key);
        UUID id = added.getData().getScheduleId();
        assertThat(schedules.addSchedule(form, key).getScheduleId()).isEqualTo(id);
        assertThat(schedules.listSchedules(null, null, null, 10).getItems())
                .extracting(ScheduleResponse::getScheduleId)
                .containsExactly(id);

        String version = added.getHeaders().get("etag").getFirst();
        assertThat(schedules.replaceSchedule(id, version, form.title("Dentist, again"))
                        .getTitle())
                .isEqualTo("Dentist, again");
        assertThat(problemOf(() -> schedules.replaceSchedule(id, version, form)))
                .returns("precondition-failed", Problem::getCode);
        schedules.deleteSchedule(id, null);
    }

    private Problem problemOf(Call call) throws ApiException {
        ApiException refusal = catchThrowableOfType(ApiException.class, call::execute);
        try {
            return client.getObjectMapper().readValue(refusal.getResponseBody(), Problem.class);
        } catch (JsonProcessingException e) {
            throw new ApiException(e);
        }
    }

    private interface Call {
        void execute() throws ApiException;
    }
}
