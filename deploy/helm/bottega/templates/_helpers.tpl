{{- define "bottega.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* What finds the pods of one kind; takes (list . kind). */}}
{{- define "bottega.selector" -}}
app.kubernetes.io/name: bottega
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "bottega.labels" -}}
{{ include "bottega.selector" . }}
app.kubernetes.io/version: {{ (index . 0).Values.image.tag | default (index . 0).Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ (index . 0).Release.Service }}
helm.sh/chart: {{ printf "%s-%s" (index . 0).Chart.Name (index . 0).Chart.Version }}
{{- end }}

{{/* An address of a Redis with the user of one kind; takes (list address kind). Kubernetes fills the password in. */}}
{{- define "bottega.redis" -}}
{{ index . 0 | replace "{user}" (index . 1) | replace "{password}" "$(REDIS_PASSWORD)" | quote }}
{{- end }}

{{/* The environment of one kind; takes (list . kind). Only the API has the secret of the tokens. The webhooks worker
     connects to foreign servers, and uses no archive: it does not get the password of the archive. */}}
{{- define "bottega.environment" -}}
{{- $ := index . 0 }}{{ $kind := index . 1 }}
{{- $secret := required "existingSecret: name a Secret, see values.yaml" $.Values.existingSecret -}}
- name: REDIS_PASSWORD
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ upper $kind }}_PASSWORD } }
- name: BOTTEGA_REDIS_URL
  value: {{ include "bottega.redis" (list (required "redis.url: give the address of a Redis" $.Values.redis.url) $kind) }}
{{- with $.Values.redis.queuesUrl }}
- name: BOTTEGA_RQ_URL
  value: {{ include "bottega.redis" (list . $kind) }}
{{- end }}
{{- if eq $kind "api" }}
- name: BOTTEGA_SECRET
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: BOTTEGA_SECRET } }
- name: BOTTEGA_DRAIN_SECONDS
  value: {{ $.Values.api.drainSeconds | quote }}
- name: BOTTEGA_PREVIOUS_SECRET
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: BOTTEGA_PREVIOUS_SECRET, optional: true } }
{{- else }}
- name: BOTTEGA_HEARTBEAT
  value: /tmp/pulse
{{- end }}
{{- range $name, $value := $.Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- range $.Values.settingsFromSecret }}
{{- if not (and (eq $kind "webhooks") (eq . "BOTTEGA_ARCHIVE_URL")) }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ . }} } }
{{- end }}
{{- end }}
{{- end }}
