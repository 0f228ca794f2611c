import unittest

from loadtest.metrics import over, selected

TOLD = """\
# HELP jvm_memory_used_bytes The amount of used memory
# TYPE jvm_memory_used_bytes gauge
jvm_memory_used_bytes{area="heap",id="Eden Space"} 1.048576E7
jvm_memory_used_bytes{area="heap",id="Tenured Gen"} 2.097152E7
jvm_memory_used_bytes{area="nonheap",id="Metaspace"} 9.9E7
process_cpu_time_ns_total 2.5E9
hikaricp_connections_active{pool="schedule"} 3.0
haru_gateway_rate_limit_total{limit="address",outcome="limited",store="redis"} 7.0
haru_gateway_rate_limit_total{limit="address",outcome="allowed",store="redis"} 900.0
"""


class Selected(unittest.TestCase):

    def test_seriesOfAMetricAreAddedAndScaled(self):
        self.assertEqual(selected(TOLD), {"heap_mb": 30.0, "cpu_s": 2.5, "pool_active": 3.0, "rate_limited": 7.0})

    def test_whatIsNotThereIsLeftOut(self):
        self.assertEqual(selected("up 1\n"), {})


class Over(unittest.TestCase):

    def test_countersAreGrowthAndGaugesMeanAndHighest(self):
        samples = [{"at": at, "gateway": {"cpu_s": at / 2, "heap_mb": heap, "rate_limited": 5.0 * at}}
                   for at, heap in ((0, 10), (5, 20), (10, 60), (15, 99))]

        self.assertEqual(over(samples, 0, 10), {"seconds": 10, "gateway": {
            "cores": 0.5, "heap_mb": {"mean": 30, "max": 60}, "rate_limited": 50}})

    def test_oneSampleTellsNothing(self):
        self.assertEqual(over([{"at": 0, "gateway": {"cpu_s": 1.0}}], 0, 10), {})
