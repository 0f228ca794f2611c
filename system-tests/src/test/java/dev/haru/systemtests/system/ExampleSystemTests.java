package dev.haru.systemtests.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.time.ZoneOffset.UTC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.local.HaruSystem;
import dev.haru.systemtests.system.ApiDescription.Operation;
import dev.haru.systemtests.system.ApiDescription.Parameter;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends the examples of the API document as they stand, from registration to erasure. Only tokens, ids, entity tags and
 * the periods of reports are those of the running system.
 */
@SystemTest
class ExampleSystemTests {

    private static final List<String> ORDER =
            Pattern.compile("\\s+").splitAsStream("""
            register signIn refreshTokens confirmPassword readChallenge readEmail requestEmailVerification
            verifyEmailByCode verifyEmailByLink restoreEmail requestRecovery resetPassword signOutEverywhere beginTotp confirmTotp
            listFactors replaceRecoveryCodes completeSignIn removeTotp createToken listTokens
            searchAccounts readAccount listAccountSessions listAccountEvents actOnAccount listAccountActs changeRole
            changeScheduleLimit readScheduleLimit
            endToken listSessions listDevices listEvents readNoticeSettings changeNoticeSettings
            readProfile changeProfile listRegions listLocations listCategories addSchedule readSchedule
            listSchedules searchSchedules readBusyTimes readQuota replaceSchedule listChanges changeSchedule
            readOccurrence changeOccurrence replaceOccurrence deleteOccurrence readDailyReport listDailyReports
            readWeeklyReport listWeeklyReports deleteSchedule listDeletedSchedules restoreSchedule editSchedules importSchedules
            readImport createFeed readFeed readCalendarFile deleteFeed draftTemplate editTemplate
            changeTemplate listOwnTemplates releaseTemplate readTemplate readFirstPage
            readFirstPageOfCategory listTemplates rateTemplate unrateTemplate adoptTemplate
            requestExport readExport
            withdrawTemplate deleteTemplate endDevice endSession endOtherSessions signOut
            requestPasskeyRegistration addPasskey listPasskeys renamePasskey requestPasskeyConfirmation
            confirmByPasskey requestPasskeySignIn signInByPasskey requestPasskeySecondFactor
            completeSignInByPasskey removePassword addPassword removePasskey changePassword
            eraseAccount""").toList();

    /** These operations end the session or change the password, on which later examples depend. */
    private static final Set<String> BY_ANOTHER_MEMBER = Set.of("signOut", "changePassword");

    /** An operator makes these calls, about another member. */
    private static final String OPERATORS = "/v1/admin/";

    /** An occurrence of the series of the example that is after the one of the parameter's example. */
    private static final String LATER_OCCURRENCE = "2026-12-07T09:30:00Z";

    /** Longer than the pause of a relay after a failed attempt and than its lease, each of up to a minute. */
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** The address in the examples. */
    private static final String EMAIL = "fan@example.org";

    private static final String OTHER_EMAIL = "new.fan@example.org";
    private static final String VERIFICATION = "Confirm your e-mail address";
    private static final String RECOVERY = "Set a new password";
    private static final String RESET = "Your password was reset";
    private static final String CHANGE = "The e-mail address of your account has changed";

    /** A response contains this property only after a rating. */
    private static final String OWN_RATING = "ownRating";

    private final ApiDescription api = ApiDescription.read();
    private final Map<String, String> ids = new HashMap<>();
    private final Map<String, String> tags = new HashMap<>();
    private final Client client;
    private final Inbox inbox;
    private final PasskeyExamples passkeys;
    private final OperatorExamples operators;
    private Client member;
    private AuthenticatorApp totp = new AuthenticatorApp("");
    private String refreshToken = "";
    private String syncToken = "";
    private String feed = "";

    ExampleSystemTests(Client client, HaruSystem system) {
        this.client = client;
        this.inbox = new Inbox(system);
        this.member = client;
        this.passkeys = new PasskeyExamples(system);
        this.operators = new OperatorExamples(client, system);
    }

    @Test
    void everyExampleSucceedsAsItStands() {
        assertThat(ORDER)
                .containsExactlyInAnyOrderElementsOf(
                        api.operations().stream().map(Operation::id).toList());
        ORDER.forEach(id -> sendAll(api.operation(id)));
    }

    /** Sends each example of the body, and each optional parameter of the query alone. */
    private void sendAll(Operation operation) {
        if (operation.requestBodies().isEmpty()) {
            send(operation, "", "", "");
            operation.parameters().stream()
                    .filter(parameter -> parameter.isInQuery() && !parameter.isRequired())
                    .forEach(parameter -> send(operation, query(parameter), "", ""));
        }
        operation.requestBodies().forEach(body -> {
            List<JsonNode> examples = api.examples(body.getValue());
            assertThat(examples).as(operation.id()).isNotEmpty();
            examples.forEach(example -> send(operation, "", body.getKey(), filledIn(operation, example)));
        });
    }

    private String filledIn(Operation operation, JsonNode example) {
        if (example.isString()) {
            return example.asString();
        }
        ObjectNode body = (ObjectNode) example.deepCopy();
        switch (operation.id()) {
            case "refreshTokens" -> body.put("refreshToken", refreshToken);
            case "verifyEmailByCode" -> body.put("code", Inbox.codeIn(inbox.newest(EMAIL, VERIFICATION, 2)));
            case "verifyEmailByLink" -> {
                changeEmail();
                body.put("token", Inbox.tokenIn(inbox.newest(OTHER_EMAIL, VERIFICATION, 1)));
            }
            case "resetPassword" -> body.put("token", Inbox.tokenIn(inbox.newest(EMAIL, RECOVERY, 1)));
            case "restoreEmail" -> body.put("token", Inbox.tokenIn(inbox.newest(EMAIL, CHANGE, 1)));
            case "signOutEverywhere" -> body.put("token", Inbox.tokenIn(inbox.newest(EMAIL, RESET, 1)));
            // The step before the current one: a code of each step works once, and the sign-in needs a later one.
            case "confirmTotp" -> {
                AuthenticatorApp.awaitTimeLeftInStep();
                body.put("code", totp.code(-1));
            }
            case "completeSignIn" -> {
                body.put("transaction", signIn(example("signIn")).text("/transaction"));
                body.put("code", totp.code(0));
            }
            case "requestPasskeySecondFactor" ->
                passkeys.begin(body, signIn(example("signIn")).text("/transaction"));
            default -> passkeys.complete(operation.id(), body);
        }
        return body.toString();
    }

    private void changeEmail() {
        Answer changed = member.with("Content-Type", "application/merge-patch+json")
                .with("If-Match", member.get("/v1/members/me").header("ETag"))
                .send(
                        "PATCH",
                        "/v1/members/me",
                        "{\"email\":\"%s\"}".formatted(OTHER_EMAIL).getBytes(UTF_8));
        assertThat(changed.status()).as(changed.body()).isEqualTo(200);
    }

    private void send(Operation operation, String optionalQuery, String mediaType, String body) {
        if (operation.id().equals("requestEmailVerification")) {
            // Mails of one delivery arrive in any order. Only the code of the newest mail is valid, so the mail of the
            // registration has to arrive first.
            inbox.newest(EMAIL, VERIFICATION, 1);
        }
        if (operation.id().equals("removePassword")) {
            passkeys.addSecond(member, (ObjectNode) example("addPasskey"));
        }
        String path = path(operation, optionalQuery);
        Client caller = callerOf(operation);
        if (operation.takes("If-Match")) {
            caller = caller.with("If-Match", tags.getOrDefault(resource(path), "no tag of " + path));
        }
        if (!mediaType.isEmpty()) {
            caller = caller.with("Content-Type", mediaType);
        }
        if (operation.id().equals("readExport")) {
            // The archive is gathered in the background.
            await().atMost(LIMIT).until(() -> member.get(path).status() == 200);
        }
        if (operation.id().equals("readImport")) {
            // The file is read in the background.
            await().atMost(LIMIT).until(() -> !member.get(path).text("/status").equals("pending"));
        }
        Answer answer = caller.send(operation.method(), path + query(operation, optionalQuery), body.getBytes(UTF_8));

        String request = operation.id() + " " + optionalQuery + body + " " + answer.body();
        assertThat(answer.status()).as(request).isEqualTo(operation.successStatus());
        operation.responseBodies().forEach(media -> {
            assertThat(api.examples(media)).as(operation.id()).isNotEmpty();
            api.examples(media).forEach(example -> checkSameShape(operation.id(), example, answer.json()));
        });
        remember(operation, path, answer);
    }

    private Client callerOf(Operation operation) {
        if (operation.path().startsWith(OPERATORS)) {
            return operators.admin();
        }
        return BY_ANOTHER_MEMBER.contains(operation.id()) ? newMember() : member;
    }

    /** Fills in the ids of the running system; all other parameters have the values of their examples. */
    private String path(Operation operation, String optionalQuery) {
        String path = operation.path();
        for (Parameter parameter : operation.parameters()) {
            String placeholder = "{" + parameter.name() + "}";
            if (path.contains(placeholder)) {
                path = path.replace(
                        placeholder,
                        switch (parameter.name()) {
                            case "id" -> id(path);
                            case "file" -> feed;
                            // The call without the query has deleted the occurrence of the example.
                            case "originalStart" -> optionalQuery.isEmpty() ? parameter.example() : LATER_OCCURRENCE;
                            default -> parameter.example();
                        });
            }
        }
        return path;
    }

    private String id(String path) {
        if (path.startsWith("/v1/auth/sessions")) {
            return idOfAnotherSession();
        }
        if (path.startsWith(OPERATORS)) {
            return operators.accountOfAMember();
        }
        return ids.getOrDefault(path, ids.getOrDefault(resource(path), "no id of " + path));
    }

    private static String resource(String path) {
        return path.replaceFirst("/(release|withdraw|restore|occurrences/.*)$", "");
    }

    private String query(Operation operation, String optional) {
        List<String> all = new ArrayList<>();
        operation.parameters().stream()
                .filter(parameter -> parameter.isInQuery() && parameter.isRequired())
                .forEach(parameter -> all.add(query(parameter)));
        if (!optional.isEmpty()) {
            all.add(optional);
        }
        return all.isEmpty() ? "" : "?" + String.join("&", all);
    }

    private String query(Parameter parameter) {
        // Reports cover some weeks only. Yesterday in UTC is in no time zone in the future.
        LocalDate yesterday = LocalDate.now(UTC).minusDays(1);
        String value = switch (parameter.name()) {
            case "since" -> syncToken;
            case "date" -> yesterday.toString();
            case "week" -> DateTimeFormatter.ISO_WEEK_DATE.format(yesterday).substring(0, "2026-W47".length());
            default -> parameter.example();
        };
        assertThat(value).as(parameter.name()).isNotEmpty();
        return parameter.name() + "=" + URLEncoder.encode(value, UTF_8);
    }

    private void remember(Operation operation, String path, Answer answer) {
        String location = answer.header("Location").replaceFirst("^https?://[^/]+", "");
        String tag = answer.header("ETag");
        if (!tag.isEmpty()) {
            tags.put(location.isEmpty() ? resource(path) : location, tag);
        }
        switch (operation.id()) {
            case "signIn", "refreshTokens", "completeSignIn" -> {
                member = client.withToken(answer.text("/token"));
                refreshToken = answer.text("/refreshToken");
            }
            // They end all sessions.
            case "restoreEmail", "resetPassword", "signOutEverywhere" ->
                member = client.withToken(signIn(example("signIn")).text("/token"));
            case "requestPasskeyRegistration",
                    "requestPasskeyConfirmation",
                    "requestPasskeySignIn",
                    "requestPasskeySecondFactor" -> passkeys.remember(answer);
            case "addPasskey" -> {
                ids.put("/v1/auth/factors/passkeys/{id}", answer.text("/passkeyId"));
                ids.put("/v1/auth/factors/passkeys/{id}/name", answer.text("/passkeyId"));
            }
            case "beginTotp" -> totp = new AuthenticatorApp(answer.text("/secret"));
            case "createToken" -> ids.put("/v1/auth/tokens/{id}", answer.text("/tokenId"));
            case "listDevices" -> ids.put("/v1/auth/devices/{id}", answer.text("/items/0/deviceId"));
            case "listChanges" -> syncToken = answer.text("/syncToken");
            case "requestExport" -> ids.put("/v1/auth/export/{id}", answer.text("/exportId"));
            case "importSchedules" -> ids.put("/v1/schedules/imports/{id}", answer.text("/importId"));
            case "createFeed" -> feed = answer.text("/path").substring("/v1/feeds/".length());
            case "addSchedule" -> ids.put("/v1/schedules/{id}", answer.text("/scheduleId"));
            case "draftTemplate" -> ids.put("/v1/templates/{id}", answer.text("/templateId"));
            case "readFirstPage" -> {
                // Members cannot rate their own templates.
                ids.put("/v1/templates/{id}/review", answer.text("/bestRated/0/templateId"));
                ids.put("/v1/templates/{id}/adoptions", answer.text("/bestRated/0/templateId"));
            }
            default -> {}
        }
    }

    private String idOfAnotherSession() {
        signIn(example("signIn"));
        return member.get("/v1/auth/sessions")
                .json()
                .path("items")
                .valueStream()
                .filter(session -> !session.path("current").asBoolean())
                .findFirst()
                .orElseThrow()
                .path("sessionId")
                .asString();
    }

    /** Returns a client of a new member with the password of the examples. */
    private Client newMember() {
        ObjectNode form = (ObjectNode) example("register");
        form.put("nickname", Client.freshNickname()).remove("email");
        assertThat(client.post("/v1/auth/user/register", form.toString()).status())
                .isEqualTo(201);
        form.retain("nickname", "password");
        return client.withToken(signIn(form).text("/token"));
    }

    private Answer signIn(JsonNode form) {
        return client.post("/v1/auth/user/login", form.toString());
    }

    private JsonNode example(String operation) {
        JsonNode json = api.operation(operation).requestBodies().getFirst().getValue();
        return api.examples(json).getFirst().deepCopy();
    }

    /** Checks that both have the same properties. A list is compared by its first element. */
    private static void checkSameShape(String place, JsonNode example, JsonNode real) {
        if (example.isObject() && real.isObject()) {
            assertThat(example.propertyNames())
                    .as(place)
                    .filteredOn(name -> !name.equals(OWN_RATING))
                    .containsExactlyInAnyOrderElementsOf(real.propertyNames().stream()
                            .filter(name -> !name.equals(OWN_RATING))
                            .toList());
            example.propertyStream()
                    .filter(property -> real.has(property.getKey()))
                    .forEach(property -> checkSameShape(
                            place + "." + property.getKey(), property.getValue(), real.path(property.getKey())));
        } else if (example.isArray() && real.isArray()) {
            if (!example.isEmpty() && !real.isEmpty()) {
                checkSameShape(place + "[0]", example.path(0), real.path(0));
            }
        } else if (!example.isNull() && !real.isNull()) {
            assertThat(example.getNodeType()).as(place).isEqualTo(real.getNodeType());
        }
    }
}
