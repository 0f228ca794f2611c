{{- define "haru.labels" -}}
app.kubernetes.io/name: haru
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/version: {{ include "service.labelValue" (.Values.global.image.tag | default .Chart.AppVersion) | quote }}
app.kubernetes.io/part-of: haru
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
helm.sh/chart: {{ include "service.labelValue" (printf "%s-%s" .Chart.Name .Chart.Version) | quote }}
{{- end }}

{{/* Fails with one line if the cluster lacks an API. Takes a dict of root, api, value, want. */}}
{{- define "haru.needs" -}}
{{- if not (.root.Capabilities.APIVersions.Has .api) }}
{{- fail (printf "\n\n%s is set, but the cluster has no %s: install %s, or set it to false (helm template: --api-versions %s).\n" .value .api .want .api) }}
{{- end }}
{{- end }}

{{- define "haru.gateway" -}}
{{ include "service.fullnameOf" (dict "root" . "name" "gateway") }}
{{- end }}
