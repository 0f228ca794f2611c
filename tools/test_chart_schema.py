import json
import pathlib
import tempfile
import unittest

from harness.tests import command

chart_schema = command("chart-schema")

VALUES = """\
probes:
  startup:
    # @schema {"minimum": 1}
    # -- Seconds between two looks
    period: 2
  # @schema {"minimum": 3}
  # -- Seconds between two looks whether it lives,
  # and no sooner
  livenessPeriod: 10
  peers:
    - here

# @schema {"maximum": 9}
# -- Seconds that a pod waits
wait: 0
# @schema {"additionalProperties": {"type": "string"}}
# -- What it is looked for by
labels:
  some: thing
# A comment for readers of the file.
name: ""
"""


class Block(unittest.TestCase):

    def setUp(self):
        lines = list(enumerate(VALUES.splitlines(), 1))
        self.properties = chart_schema.block(lines, 0)["properties"]

    def test_whatIsSaidBeforeAKeyIsOfThatKey(self):
        self.assertEqual(self.properties["probes"]["properties"]["startup"]["properties"]["period"], {
            "type": "integer", "description": "Seconds between two looks", "default": 2, "minimum": 1})

    def test_whatIsSaidAfterASectionIsOfTheNextKeyOutsideIt(self):
        self.assertEqual(self.properties["probes"]["properties"]["livenessPeriod"], {
            "type": "integer", "description": "Seconds between two looks whether it lives, and no sooner",
            "default": 10, "minimum": 3})

    def test_whatIsSaidAfterAListIsOfTheNextKeyOutsideIt(self):
        self.assertEqual(self.properties["wait"], {
            "type": "integer", "description": "Seconds that a pod waits", "default": 0, "maximum": 9})

    def test_aSectionHasItsDescription(self):
        self.assertEqual(self.properties["labels"]["description"], "What it is looked for by")

    def test_aSectionMayHaveFurtherKeysWhereThatIsSaid(self):
        self.assertEqual(self.properties["labels"]["additionalProperties"], {"type": "string"})

    def test_anOrdinaryCommentDescribesNothing(self):
        self.assertNotIn("description", self.properties["name"])


CHART = """\
apiVersion: v2
name: parent
dependencies:
  - name: child
    alias: first-child
"""
CHART_VALUES = """\
global:
  image:
    # -- Registry of the images
    registry: localhost
    # -- Tag of the images
    tag: ""
# -- Number of pods
replicas: 2
# @schema {"additionalProperties": {"type": "string"}}
# -- Labels of the pods
labels:
  some: thing
"""


class SchemaOfAChart(unittest.TestCase):

    def setUp(self):
        with tempfile.TemporaryDirectory() as folder:
            chart = pathlib.Path(folder)
            (chart / "Chart.yaml").write_text(CHART)
            (chart / "values.yaml").write_text(CHART_VALUES)
            self.schema = json.loads(chart_schema.schema_of(chart))

    def test_globalAcceptsKeysOfOtherCharts(self):
        self.assertNotIn("additionalProperties", self.schema["properties"]["global"])

    def test_sectionBelowGlobalRefusesUnknownKeys(self):
        self.assertIs(self.schema["properties"]["global"]["properties"]["image"]["additionalProperties"], False)

    def test_chartRefusesUnknownKeys(self):
        self.assertIs(self.schema["additionalProperties"], False)

    def test_chartAcceptsTheConditionOfAParent(self):
        self.assertEqual(self.schema["properties"]["enabled"]["type"], "boolean")

    def test_textWithADefaultIsRequired(self):
        self.assertEqual(self.schema["properties"]["global"]["properties"]["image"]["required"], ["registry"])

    def test_entriesOfAMapAreNotRequired(self):
        self.assertNotIn("required", self.schema["properties"]["labels"])

    def test_dependencyIsLeftToItsOwnSchema(self):
        self.assertEqual(self.schema["properties"]["first-child"], {"type": "object"})


class Like(unittest.TestCase):
    """A section with the keys of another one, none of which is required."""

    def setUp(self):
        values = """\
global:
  store:
    # -- Host
    host: ""
    port: 1
    tls:
      # @schema {"enum": ["on", "off"]}
      mode: "on"
# @schema {"like": "global.store"}
# -- Another store
store: {}
"""
        schema = chart_schema.block(list(enumerate(values.splitlines(), 1)), 0)
        chart_schema.resolve_likes(schema, schema)
        self.shared = schema["properties"]["global"]["properties"]["store"]
        self.schema = schema["properties"]["store"]

    def test_keysHaveTheTypesOfTheOtherSection(self):
        self.assertEqual({"type": ["string", "null"], "description": "Host"}, self.schema["properties"]["host"])
        self.assertEqual(["on", "off", None], self.schema["properties"]["tls"]["properties"]["mode"]["enum"])

    def test_noKeyIsRequired(self):
        self.assertNotIn("required", self.schema)
        self.assertNotIn("required", self.schema["properties"]["tls"])

    def test_unknownKeysAreRefused(self):
        self.assertIs(self.schema["additionalProperties"], False)
        self.assertIs(self.schema["properties"]["tls"]["additionalProperties"], False)

    def test_otherSectionIsUnchanged(self):
        self.assertEqual(["port", "tls"], self.shared["required"])
        self.assertEqual({"type": "integer", "default": 1}, self.shared["properties"]["port"])

    def test_sectionHasItsOwnDescriptionAndDefault(self):
        self.assertEqual(("Another store", {}), (self.schema["description"], self.schema.get("default", {})))


class Definitions(unittest.TestCase):

    def test_referencesBringTheirDefinitions(self):
        definitions = {"A": {"properties": {"b": {"$ref": "#/$defs/B"}}}, "B": {"type": "string"}, "C": {}}
        schema = {"items": [{"$ref": "#/$defs/A"}]}
        self.assertEqual(["A", "B"], list(chart_schema.closure(chart_schema.references(schema), definitions)))

    def test_unknownReferenceIsRefused(self):
        with self.assertRaisesRegex(chart_schema.Unreadable, "there is no definition A"):
            chart_schema.closure(["A"], {})

    def test_definitionHasALineOfItsOwn(self):
        text = chart_schema.written({"type": "object", "$defs": {"A": {"type": "string"}, "B": {"type": "null"}}})
        self.assertIn('    "A": {"type": "string"},\n    "B": {"type": "null"}\n', text)
        self.assertEqual({"A": {"type": "string"}, "B": {"type": "null"}}, json.loads(text)["$defs"])

    def test_everyTypeOfKubernetesIsThere(self):
        definitions = chart_schema.shared_definitions()
        for names in chart_schema.KUBERNETES.values():
            for name in names:
                chart_schema.closure([name], definitions)
        self.assertIs(definitions["Toleration"]["additionalProperties"], False)


if __name__ == "__main__":
    unittest.main()
