import contextlib
import copy
import datetime
import io
import json
import os
import tempfile
import unittest
from unittest import mock

from harness import Problem
from harness.tests import command

check_api = command("check-api")
QUOTA = "/v1/schedules/quota"


def schema(document, name):
    return document["components"]["schemas"][name]


def operation(document, call):
    method, path = call.split()
    return document["paths"][path][method.lower()]


def days_ahead(days):
    return (datetime.date.today() + datetime.timedelta(days)).isoformat()


class Folder(unittest.TestCase):
    """The document, its baseline and the exceptions in a folder of the test."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.original = check_api.read(check_api.DOCUMENT)
        self.document = copy.deepcopy(self.original)
        for name in ("BASELINE", "DOCUMENT", "EXCEPTIONS", "CHANGELOG"):
            path = os.path.join(folder.name, name)
            patch = mock.patch.object(check_api, name, path)
            patch.start()
            self.addCleanup(patch.stop)
        self.write(check_api.BASELINE, self.original)
        self.set_exceptions("# The header\n")
        self.set_changelog("## Unreleased\n\n### Added\n- An operation\n")

    def write(self, path, document):
        with open(path, "w", encoding="utf-8") as file:
            json.dump(document, file)

    def set_exceptions(self, text):
        with open(check_api.EXCEPTIONS, "w", encoding="utf-8") as file:
            file.write(text)

    def set_changelog(self, text):
        with open(check_api.CHANGELOG, "w", encoding="utf-8") as file:
            file.write(text)

    def changes(self):
        self.write(check_api.DOCUMENT, self.document)
        return check_api.breaking_changes(check_api.BASELINE, check_api.DOCUMENT)

    def run_command(self, function):
        self.write(check_api.DOCUMENT, self.document)
        with contextlib.redirect_stderr(io.StringIO()) as output:
            return function(), output.getvalue()


@unittest.skipUnless(check_api.oasdiff_at_hand() or os.environ.get("CI") == "true", "oasdiff is not built")
class BreakingChanges(Folder):

    def assert_breaking(self, *ids):
        self.assertLessEqual(set(ids), {change.id for change in self.changes()})

    def assert_compatible(self):
        self.assertEqual(self.changes(), [])

    def test_same_document_is_compatible(self):
        self.assert_compatible()

    def test_added_operation_is_compatible(self):
        self.document["paths"]["/v1/schedules/other"] = copy.deepcopy(self.document["paths"][QUOTA])
        operation(self.document, "GET /v1/schedules/other")["operationId"] = "readOther"
        self.assert_compatible()

    def test_added_optional_request_field_is_compatible(self):
        schema(self.document, "ScheduleForm")["properties"]["shade"] = {"type": ["string", "null"]}
        self.assert_compatible()

    def test_added_optional_parameter_is_compatible(self):
        operation(self.document, "GET /v1/schedules")["parameters"].append(
            {"name": "Shade", "in": "header", "required": False, "schema": {"type": "string"}})
        self.assert_compatible()

    def test_added_response_fields_are_compatible(self):
        response = schema(self.document, "ScheduleResponse")
        response["properties"].update(shade={"type": ["string", "null"]}, icon={"type": "string"})
        response["required"].append("shade")
        self.assert_compatible()

    def test_added_error_status_and_header_are_compatible(self):
        responses = operation(self.document, "GET " + QUOTA)["responses"]
        responses["451"] = copy.deepcopy(responses["401"])
        responses["200"]["headers"]["Shade"] = {"schema": {"type": "string"}}
        self.assert_compatible()

    def test_added_problem_code_is_compatible(self):
        schema(self.document, "Problem")["properties"]["code"]["x-extensible-enum"].append("new-code")
        self.assert_compatible()

    def test_removed_operation_is_breaking(self):
        del self.document["paths"]["/v1/schedules/{id}"]["put"]
        self.assert_breaking("api-removed-without-deprecation")

    def test_removed_path_is_breaking(self):
        del self.document["paths"][QUOTA]
        self.assert_breaking("api-path-removed-without-deprecation")

    def test_removed_required_response_field_is_breaking(self):
        response = schema(self.document, "ScheduleResponse")
        del response["properties"]["title"]
        response["required"].remove("title")
        self.assert_breaking("response-required-property-removed")

    def test_removed_optional_response_field_is_breaking(self):
        del schema(self.document, "ScheduleResponse")["properties"]["overlaps"]
        self.assert_breaking("response-optional-property-removed")

    def test_removed_field_inside_a_nullable_field_is_breaking(self):
        gap = schema(self.document, "ReportGap")
        del gap["properties"]["minutes"]
        gap["required"].remove("minutes")
        self.assert_breaking("response-required-property-removed")

    def test_response_field_that_becomes_nullable_is_breaking(self):
        schema(self.document, "ScheduleResponse")["properties"]["title"]["type"] = ["string", "null"]
        self.assert_breaking("response-property-became-nullable")

    def test_response_field_of_another_type_is_breaking(self):
        schema(self.document, "ScheduleResponse")["properties"]["note"]["type"] = ["integer", "null"]
        self.assert_breaking("response-property-type-changed")

    def test_added_required_request_field_is_breaking(self):
        form = schema(self.document, "ScheduleForm")
        form["properties"]["shade"] = {"type": "string"}
        form["required"].append("shade")
        self.assert_breaking("new-required-request-property")

    def test_removed_request_field_is_breaking(self):
        del schema(self.document, "ScheduleForm")["properties"]["note"]
        self.assert_breaking("request-property-removed")

    def test_request_field_that_refuses_null_is_breaking(self):
        schema(self.document, "ScheduleForm")["properties"]["note"]["type"] = "string"
        self.assert_breaking("request-property-became-not-nullable")

    def test_narrowed_enum_of_a_parameter_is_breaking(self):
        [order] = [each for each in operation(self.document, "GET /v1/templates")["parameters"] if each["name"] == "order"]
        order["schema"]["enum"].pop()
        self.assert_breaking("request-parameter-enum-value-removed")

    def test_added_value_of_a_closed_response_enum_is_breaking(self):
        schema(self.document, "TemplateResponse")["properties"]["status"]["enum"].append("archived")
        self.assert_breaking("response-property-enum-value-added")

    def test_removed_problem_code_is_breaking(self):
        schema(self.document, "Problem")["properties"]["code"]["x-extensible-enum"].remove("nickname-taken")
        self.assert_breaking("extensible-enum-value-removed")

    def test_changed_default_is_breaking(self):
        [limit] = [each for each in operation(self.document, "GET /v1/schedules")["parameters"] if each["name"] == "limit"]
        limit["schema"]["default"] = 7
        self.assert_breaking("request-parameter-default-value-changed")

    def test_removed_error_status_is_breaking(self):
        del operation(self.document, "POST /v1/schedules")["responses"]["406"]
        self.assert_breaking("response-non-success-status-removed")

    def test_changed_success_status_is_breaking(self):
        responses = operation(self.document, "POST /v1/schedules")["responses"]
        responses["200"] = responses.pop("201")
        self.assert_breaking("response-success-status-removed", "response-success-status-added")

    def test_removed_response_header_is_breaking(self):
        del operation(self.document, "POST /v1/schedules")["responses"]["201"]["headers"]["Location"]
        self.assert_breaking("optional-response-header-removed")

    def test_changed_media_type_of_a_patch_is_breaking(self):
        content = operation(self.document, "PATCH /v1/schedules/{id}")["requestBody"]["content"]
        content["application/json"] = content.pop("application/merge-patch+json")
        self.assert_breaking("request-body-media-type-removed")

    def test_required_token_is_breaking(self):
        operation(self.document, "GET /v1/regions")["security"] = [{"bearer": []}]
        self.assert_breaking("api-security-anonymous-access-removed")

    def test_changed_name_in_generated_clients_is_breaking(self):
        quota = operation(self.document, "GET " + QUOTA)
        quota["operationId"], quota["tags"] = "getQuota", ["Limits"]
        self.assert_breaking("api-operation-id-removed", "api-tag-removed")

    def test_deprecation_without_sunset_is_breaking(self):
        operation(self.document, "GET " + QUOTA)["deprecated"] = True
        self.assert_breaking("api-deprecated-sunset-missing")

    def test_deprecation_with_a_sunset_within_a_year_is_breaking(self):
        operation(self.document, "GET " + QUOTA).update({"deprecated": True, "x-sunset": days_ahead(300)})
        self.assert_breaking("api-sunset-date-too-small")

    def test_deprecation_with_a_sunset_after_a_year_is_compatible(self):
        operation(self.document, "GET " + QUOTA).update({"deprecated": True, "x-sunset": days_ahead(400)})
        self.assert_compatible()

    def test_removal_before_the_sunset_is_breaking(self):
        operation(self.original, "GET " + QUOTA).update({"deprecated": True, "x-sunset": days_ahead(30)})
        self.write(check_api.BASELINE, self.original)
        del self.document["paths"][QUOTA]
        self.assert_breaking("api-path-removed-before-sunset")

    def test_removal_after_the_sunset_is_compatible(self):
        operation(self.original, "GET " + QUOTA).update({"deprecated": True, "x-sunset": days_ahead(-1)})
        self.write(check_api.BASELINE, self.original)
        del self.document["paths"][QUOTA]
        self.assert_compatible()

    def test_breaking_change_fails_the_check_with_its_operation(self):
        del self.document["paths"][QUOTA]
        status, output = self.run_command(check_api.check)
        self.assertEqual(status, 1)
        self.assertIn(f"GET {QUOTA}: API path removed without deprecation [api-path-removed-without-deprecation]", output)

    def test_exception_permits_a_breaking_change_until_it_is_recorded(self):
        del self.document["paths"][QUOTA]
        self.set_exceptions('# The header\n\n[[exception]]\nid = "api-path-removed-without-deprecation"\noperation = "GET %s"\n'
                            'text = "removed"\nreason = "Nobody called it."\n' % QUOTA)
        self.assertEqual(self.run_command(check_api.check), (0, ""))
        self.assertEqual(self.run_command(check_api.record), (0, ""))
        self.assertEqual(check_api.read(check_api.BASELINE), self.document)
        with open(check_api.EXCEPTIONS, encoding="utf-8") as file:
            self.assertEqual(file.read(), "# The header\n")

    def test_release_needs_a_recorded_document(self):
        self.document["paths"]["/v1/new"] = self.document["paths"][QUOTA]
        self.assertEqual(self.run_command(check_api.check), (0, ""))
        for released in ("## Unreleased\n\n## 1.1\n- An operation\n", "## 1.1\n- An operation\n"):
            self.set_changelog(released)
            status, output = self.run_command(check_api.check)
            self.assertEqual(status, 1)
            self.assertIn("tools/check-api record", output)
        self.assertEqual(self.run_command(check_api.record), (0, ""))
        self.assertEqual(self.run_command(check_api.check), (0, ""))

    def test_breaking_change_is_not_recorded(self):
        del self.document["paths"][QUOTA]
        self.assertEqual(self.run_command(check_api.record)[0], 1)
        self.assertEqual(check_api.read(check_api.BASELINE), self.original)

    def test_first_baseline_is_recorded_without_a_check(self):
        os.remove(check_api.BASELINE)
        self.assertEqual(self.run_command(check_api.record), (0, ""))
        self.assertEqual(check_api.read(check_api.BASELINE), self.document)


class Exceptions(Folder):
    CHANGE = check_api.Change("request-property-removed", "PUT /v1/schedules/{id}", "removed the request property `note`")

    def entry(self, **changed):
        return {"id": self.CHANGE.id, "text": "`note`", "reason": "The field had no effect.", **changed}

    def test_matching_exception_permits_the_change(self):
        for entry in (self.entry(), self.entry(operation=self.CHANGE.operation)):
            self.assertEqual(check_api.complaints([self.CHANGE], [entry]), [])

    def test_exception_of_another_change_permits_nothing_and_is_reported(self):
        for other in ({"id": "request-property-became-required"}, {"text": "`title`"}, {"operation": "POST /v1/schedules"}):
            with self.subTest(other):
                self.assertEqual(len(check_api.complaints([self.CHANGE], [self.entry(**other)])), 2)

    def test_exception_without_a_reason_is_an_error(self):
        for text in ('id = "a"\ntext = "b"', 'id = "a"\ntext = "b"\nreason = ""', 'id = "a"\ntext = "b"\nreason = "c"\nother = "d"'):
            self.set_exceptions("[[exception]]\n" + text)
            with self.subTest(text), self.assertRaises(Problem):
                check_api.exceptions(check_api.EXCEPTIONS)


class MissingTool(unittest.TestCase):

    def test_missing_oasdiff_skips_the_check_but_fails_ci(self):
        with mock.patch.object(check_api, "oasdiff_at_hand", lambda: False):
            with mock.patch.dict(os.environ, CI=""), contextlib.redirect_stdout(io.StringIO()) as output:
                self.assertEqual(check_api.check(), 0)
            self.assertIn("Skipped", output.getvalue())
            with mock.patch.dict(os.environ, CI="true"), self.assertRaises(Problem):
                check_api.check()


if __name__ == "__main__":
    unittest.main()
