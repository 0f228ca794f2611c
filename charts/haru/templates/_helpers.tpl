{{- define "haru.labels" -}}
app.kubernetes.io/name: haru
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/version: {{ include "service.labelValue" (.Values.global.image.tag | default .Chart.AppVersion) | quote }}
app.kubernetes.io/part-of: haru
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
helm.sh/chart: {{ include "service.labelValue" (printf "%s-%s" .Chart.Name .Chart.Version) | quote }}
{{- end }}

{{- define "haru.gateway" -}}
{{ include "service.fullnameOf" (dict "root" . "name" "gateway") }}
{{- end }}

{{/* The hosts of the Ingress, each with its Secret for TLS. Returns JSON, a list of maps with the entries host and tlsSecret. */}}
{{- define "haru.hosts" -}}
{{- $tlsSecret := .Values.ingress.tlsSecret | default "" }}
{{- $hosts := list (dict "host" (required "ingress.host is empty: set the host name of the API." .Values.ingress.host) "tlsSecret" $tlsSecret) }}
{{- range .Values.ingress.extraHosts }}
{{- $hosts = append $hosts (dict "host" .host "tlsSecret" (.tlsSecret | default $tlsSecret)) }}
{{- end }}
{{- toJson $hosts }}
{{- end }}

{{/* "true" if a rule of the HTTPRoute has a filter that redirects. Takes the rule. */}}
{{- define "haru.redirects" -}}
{{- range .filters }}
{{- if eq .type "RequestRedirect" }}true{{ end }}
{{- end }}
{{- end }}

{{/* The rules of the HTTPRoute. Returns JSON. */}}
{{- define "haru.routeRules" -}}
{{- $gateway := list (dict "name" (include "haru.gateway" .) "port" 80) }}
{{- $rules := list }}
{{- range .Values.httpRoute.rules }}
{{- if or .backendRefs (include "haru.redirects" .) }}
{{- $rules = append $rules . }}
{{- else }}
{{- $rules = append $rules (merge (dict "backendRefs" $gateway) (omit . "backendRefs")) }}
{{- end }}
{{- else }}
{{- $rules = list (dict "backendRefs" $gateway) }}
{{- with .Values.httpRoute.filters }}
{{- $rules = list (dict "backendRefs" $gateway "filters" .) }}
{{- end }}
{{- end }}
{{- toJson $rules }}
{{- end }}

{{/* The items of extraObjects with their templates rendered, without empty ones. Returns JSON. */}}
{{- define "haru.extraObjects" -}}
{{- $objects := list }}
{{- range .Values.extraObjects }}
{{- $object := . }}
{{- if kindIs "string" . }}
{{- $text := tpl . $ | trim | trimPrefix "---" }}
{{- if regexMatch "(?m)^---" $text }}
{{- fail "\n\nA text in extraObjects has several resources: write an item for each.\n" }}
{{- end }}
{{- $object = fromYaml $text }}
{{- if hasKey $object "Error" }}
{{- fail (printf "\n\nA text in extraObjects is no resource in YAML: %s\n" $object.Error) }}
{{- end }}
{{- else if . }}
{{- $object = (include "service.rendered" (dict "root" $ "value" .) | fromJson).value }}
{{- end }}
{{- with $object }}
{{- $objects = append $objects . }}
{{- end }}
{{- end }}
{{- toJson $objects }}
{{- end }}

{{/* The resources of the release, as a map from "kind name". Returns YAML. */}}
{{- define "haru.resources" -}}
{{- $values := .Values }}
{{- $release := .Release.Name }}
{{- $names := list }}
{{- range list "gateway" "auth-service" "member-service" "schedule-service" }}
{{- $service := index $values . }}
{{- $name := include "service.fullnameOf" (dict "root" $ "name" .) }}
{{- $kinds := list "ConfigMap" "Deployment" "Service" }}
{{- if $service.autoscaling.enabled }}
{{- $kinds = append $kinds (ternary "ScaledObject" "HorizontalPodAutoscaler" $service.autoscaling.keda.enabled) }}
{{- end }}
{{- if $service.podDisruptionBudget.enabled }}
{{- $kinds = append $kinds "PodDisruptionBudget" }}
{{- end }}
{{- if $values.global.networkPolicy.enabled }}
{{- $kinds = append $kinds "NetworkPolicy" }}
{{- end }}
{{- if $values.global.serviceMonitor.enabled }}
{{- $kinds = append $kinds "ServiceMonitor" }}
{{- $names = append $names (printf "Service %s-metrics" ($name | trunc 55 | trimSuffix "-")) }}
{{- end }}
{{- range $kinds }}
{{- $names = append $names (printf "%s %s" . $name) }}
{{- end }}
{{- if $service.serviceAccount.create }}
{{- $names = append $names (printf "ServiceAccount %s" ($service.serviceAccount.name | default $name)) }}
{{- end }}
{{- end }}
{{- range list "Pod" "ConfigMap" }}
{{- $names = append $names (printf "%s %s-smoke-test" . $release) }}
{{- end }}
{{- if $values.global.networkPolicy.enabled }}
{{- range list "default-deny" "smoke-test" }}
{{- $names = append $names (printf "NetworkPolicy %s-%s" $release .) }}
{{- end }}
{{- end }}
{{- if include "haru.latencyEnabled" . }}
{{- range list "ServiceAccount" "ConfigMap" "NetworkPolicy" }}
{{- $names = append $names (printf "%s %s-latency" . $release) }}
{{- end }}
{{- end }}
{{- if $values.ingress.enabled }}
{{- $names = append $names (printf "Ingress %s" (include "haru.gateway" .)) }}
{{- end }}
{{- if $values.httpRoute.enabled }}
{{- $names = append $names (printf "HTTPRoute %s" (include "haru.gateway" .)) }}
{{- end }}
{{- if $values.prometheusRule.enabled }}
{{- $names = append $names (printf "PrometheusRule %s" $release) }}
{{- end }}
{{- range $names }}
{{ quote . }}: true
{{- end }}
{{- end }}

{{/* The nodes of pods. Takes a section with nodeSelector and tolerations. */}}
{{- define "haru.placement" -}}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
